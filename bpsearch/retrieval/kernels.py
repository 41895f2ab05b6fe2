"""The compiled loops of exact scoring: the formulas of the similarities, counting what thresholds leave, ranking.

What a level is stands in `levels`, what the arrays of postings hold in `matches`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bpsearch.compiled import compiled
from bpsearch.lucene.lengths import LENGTHS, encode_length

Array = np.ndarray[Any, Any]

BM25, CLASSIC_TFIDF, QUERY_LIKELIHOOD = range(3)  # formulas
ONE = np.float32(1)
LAST_DOCUMENT = 0xFFFFFFFF
HINT = 5  # the binary logarithm of 32
ENCODED = encode_length(np.arange(1 << 16))
SLACK = 1e-5  # more than rounding can make of a bound


@compiled
def score(formula: int, frequency: int, weight: Any, norm: Any, boost: Any) -> Any:
    """What a term that occurs so often adds to a document's score, in the very arithmetic of Lucene 9, as float32."""
    if formula == BM25:  # w − w / (1 + tf · norm)
        return np.float32(weight - weight / (ONE + np.float32(frequency) * norm))
    if formula == CLASSIC_TFIDF:  # √tf · w · norm
        return np.float32(np.float32(np.sqrt(np.float64(frequency))) * weight * norm)
    return np.float32(max(boost * (np.log(1 + np.float64(frequency) / weight) + norm), 0.0))


@compiled
def scores_of(formula: int, frequencies: Array, weight: Any, norms: Array, boost: Any) -> Array:
    """The score of each frequency of one term."""
    found = np.empty(len(frequencies), np.float32)
    for place in range(len(frequencies)):
        found[place] = score(formula, frequencies[place], weight, norms[place], boost)
    return found


@compiled
def documents_of(blocks: Array, first_blocks: Array) -> Array:
    """The document of each block, found from that of every 32nd block."""
    hints = np.empty((first_blocks[-1] >> HINT) + 1, np.int32)
    document = 0
    for place in range(len(hints)):
        while document + 2 < len(first_blocks) and first_blocks[document + 1] <= place << HINT:
            document += 1
        hints[place] = document
    found = np.empty(len(blocks), np.int32)
    for place in range(len(blocks)):
        document = hints[blocks[place] >> HINT]
        while first_blocks[document + 1] <= blocks[place]:
            document += 1
        found[place] = document
    return found


@compiled
def count_documents(levels: Array, lengths: Array, bounds: Array, codes: Array, survival: Array) -> None:
    """Write the length byte of each document at each threshold; add documents, blocks and tokens by level.

    `bounds` say where the blocks of each document begin.
    """
    left = np.zeros(codes.shape[1] + 1, np.int64)
    for document in range(len(codes)):
        highest = 0
        for block in range(bounds[document], bounds[document + 1]):
            level, length = levels[block], lengths[block]
            left[level] += length
            highest = max(highest, level if length else 0)
        survival[0, highest] += 1
        total = 0
        for level in range(highest, 0, -1):
            total += left[level]
            survival[2, level] += left[level]
            left[level] = 0
            if total < len(ENCODED):
                codes[document, level - 1] = ENCODED[total]
            else:
                codes[document, level - 1] = np.searchsorted(LENGTHS, total, side="right") - 1
        left[0] = 0
    for block in range(len(levels)):  # by itself: the loop above would wait for each count
        survival[1, levels[block]] += 1


@compiled
def count_terms(
    bounds: Array, of_blocks: Array, matches: Any, levels: Array, documents: Array, occurrences: Array
) -> None:
    """Look up the levels of postings; count documents by the highest level that has a term, occurrences by level.

    `bounds` say where the postings of each term begin.
    """
    blocks, frequencies, owners = matches.blocks, matches.frequencies, matches.documents
    for term in range(len(bounds) - 1):
        highest = 0
        for place in range(bounds[term], bounds[term + 1]):
            level = of_blocks[blocks[place]]
            levels[place] = level
            occurrences[term, level] += frequencies[place]
            highest = max(highest, level)
            if place + 1 == bounds[term + 1] or owners[place + 1] != owners[place]:
                documents[term, highest] += 1
                highest = 0


@compiled
def _keep_if_best(heap: Array, key: Any) -> None:
    """Put a key in place of the lowest, which is the first, of a binary heap."""
    place, child = 0, 1
    while child < len(heap):
        if child + 1 < len(heap) and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= key:
            break
        heap[place] = heap[child]
        place, child = child, 2 * child + 1
    heap[place] = key


@compiled
def rank(
    formula: int,
    topics: Array,
    matches: Any,
    levels: Array,
    length_codes: Array,
    weights: Array,
    norms: Array,
    bounds: Any,
    tie_ranks: Array,
    best: Array,
) -> int:
    """Write the keys of the best documents to `best`, [topic, threshold, hits]; returns how many scores that took.

    Document by document, as Lucene goes through postings. Scores grow with frequency and norm, so the occurrences at
    the lowest threshold of a range and the length at the highest bound them from above; a range is left out where the
    bound does not reach the worst of the best at any of its thresholds. `bounds` says which ranges there are.
    A key is the bits of a score, which order as scores do because none is negative, then the document's rank among
    equal scores.
    """
    documents, frequencies, boosts, terms, starts = (
        matches.documents,
        matches.frequencies,
        matches.boosts,
        matches.rows,
        matches.bounds,
    )
    lows, highs, following, parents = bounds.lows, bounds.highs, bounds.following, bounds.parents
    best_weights, best_norms = bounds.weights, bounds.norms
    most = np.diff(topics).max()
    places, ends = np.zeros(most, np.int64), np.zeros(most, np.int64)
    rows, begins = np.zeros(most, np.int64), np.zeros(most, np.int64)
    totals, there = np.zeros(length_codes.shape[1]), np.zeros(length_codes.shape[1] + 1, np.int64)
    least = np.zeros(len(lows))
    rounded = np.zeros(1, np.float32)
    bits = rounded.view(np.uint32)
    scored = 0
    for topic in range(len(topics) - 1):
        first, size = topics[topic], topics[topic + 1] - topics[topic]
        least[:] = -1
        document, heaviest = LAST_DOCUMENT, 1.0
        for row in range(size):
            places[row], ends[row] = starts[terms[first + row]], starts[terms[first + row] + 1]
            heaviest = max(heaviest, boosts[first + row])
            if places[row] < ends[row]:
                document = min(document, documents[places[row]])
        while document != LAST_DOCUMENT:
            next_document, highest, count = LAST_DOCUMENT, 0, 0
            for row in range(size):
                place, end = places[row], ends[row]
                if place < end and documents[place] == document:
                    rows[count], begins[count] = row, place
                    while place < end and documents[place] == document:
                        highest = max(highest, levels[place])
                        place += 1
                    places[row] = place
                    count += 1
                if place < end:
                    next_document = min(next_document, documents[place])
            within = 0
            while within < len(lows) and lows[within] < highest:
                low, high = lows[within], highs[within]
                code = max(length_codes[document, high - 1], 1)  # what is scored has a length
                bound = 0.0
                for match in range(count):
                    frequency = 0
                    for place in range(begins[match], places[rows[match]]):
                        frequency += frequencies[place] * (levels[place] > low)
                    if frequency:
                        row = first + rows[match]
                        weight, norm = best_weights[row, within], best_norms[within, code]
                        bound += score(formula, frequency, weight, norm, boosts[row])
                if bound + SLACK * (bound + heaviest) < least[within]:  # heaviest: where w − w / … cancels
                    within = following[within]
                    continue
                within += 1
                if within < following[within - 1]:  # there are ranges in this one
                    continue
                high = min(high, highest)
                scored += high - low
                for threshold in range(low, high):
                    totals[threshold] = 0
                for match in range(count):
                    row, frequency = first + rows[match], 0
                    for threshold in range(low, high + 1):
                        there[threshold] = 0
                    for place in range(begins[match], places[rows[match]]):
                        there[max(low, min(levels[place], high))] += frequencies[place]
                    for threshold in range(high - 1, low - 1, -1):
                        frequency += there[threshold + 1]
                        if frequency:
                            weight, norm = weights[row, threshold], norms[threshold, length_codes[document, threshold]]
                            totals[threshold] += score(formula, frequency, weight, norm, boosts[row])
                for threshold in range(low, high):
                    rounded[0] = totals[threshold]
                    key = np.uint64(bits[0]) << np.uint64(32) | np.uint64(LAST_DOCUMENT - tie_ranks[document])
                    if key > best[topic, threshold, 0]:
                        _keep_if_best(best[topic, threshold], key)
                lowest = best[topic, low, 0]
                for threshold in range(low + 1, highs[within - 1]):
                    lowest = min(lowest, best[topic, threshold, 0])
                if lowest:
                    bits[0] = np.uint32(lowest >> np.uint64(32))
                    least[within - 1] = rounded[0]
                    above = parents[within - 1]
                    if above >= 0:
                        least[above] = least[above + 1 : following[above]].min()
            document = next_document
    return scored
