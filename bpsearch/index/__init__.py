"""The block index on disk: Lucene's files, the block table, the documents and the manifest."""
