"""The papers that more than one cleaner comes from, and long titles."""

from __future__ import annotations

WSDM_2010 = "Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010"
POMIKALEK_2011 = "Pomikálek: Removing Boilerplate and Duplicate Content from Web Corpora, Masaryk University 2011"
TREE_2018 = (
    "Viveros-Jiménez and others: Improving the Boilerpipe Algorithm for Boilerplate Removal in News Articles Using "
    "HTML Tree Structure, Computación y Sistemas 22(2), 2018"
)
GOLDMINER_2013 = "Endrédy, Novák: More Effective Boilerplate Removal – the GoldMiner Algorithm, Polibits 2013"
