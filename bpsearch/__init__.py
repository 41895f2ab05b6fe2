"""bpsearch: which text of a page should my index see?

One block index, every threshold, every cleaner: documents ranked exactly as if only the surviving blocks
of their pages had been indexed.
"""

__version__ = "0.1.0"
