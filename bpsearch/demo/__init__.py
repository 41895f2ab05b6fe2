"""The demo collection: a miniature blogosphere with topics and qrels, made by rule and the same everywhere."""

from bpsearch.demo.collection import pages, write_collection
from bpsearch.demo.judgments import qrels, topics
from bpsearch.demo.writing import write_judgments

__all__ = ["pages", "qrels", "topics", "write_collection", "write_judgments"]
