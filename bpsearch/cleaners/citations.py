"""Where the cleaners come from: the papers, cited once."""

from __future__ import annotations

WSDM_2010 = "Kohlschütter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010"
GOLDMINER_2013 = "Endrédy, Novák: More Effective Boilerplate Removal – the GoldMiner Algorithm, Polibits 2013"
