"""Measures of information loss."""
