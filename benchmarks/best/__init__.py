"""The best partitions found so far, and what recomputes their losses."""
