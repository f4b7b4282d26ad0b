"""The tables of the benchmark, one file each."""
