"""Numba functions: arrays in, arrays out, no I/O, no globals, ties specified."""
