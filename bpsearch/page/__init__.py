"""Pages: bytes to text, text to blocks, blocks to columns."""

from bpsearch.page.decoding import decode
from bpsearch.page.records import Blocks, Page, Span
from bpsearch.page.segmentation import segment

__all__ = ["Blocks", "Page", "Span", "decode", "segment"]
