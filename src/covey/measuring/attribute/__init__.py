"""Measures of attribute disclosure: what a group of twins betrays of its confidential values."""
