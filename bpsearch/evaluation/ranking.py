"""The ranking that trec_eval measures, which is not the order of the lines in a run.

trec_eval sorts each topic by score, descending, and equal scores by docno, descending byte by byte; the rank
column and the order of lines play no part. Version 9, which ir_measures calls, keeps scores as float32: those
that differ beyond that only are equal too. Other providers of ir_measures break ties otherwise (Judged@k:
docno ascending); bpsearch applies trec_eval's rule to all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bpsearch.retrieval.runs import Hit


def trec_eval_order(hits: Sequence[Hit]) -> list[str]:
    """The docnos of one topic in the order in which trec_eval ranks them."""
    with np.errstate(over="ignore"):
        scores = np.array([hit.score for hit in hits], dtype=np.float64).astype(np.float32).tolist()
    docnos = [hit.docno for hit in hits]  # strings compare by code point: the order of their UTF-8 bytes
    return [docno for _, docno in sorted(zip(scores, docnos, strict=True), reverse=True)]
