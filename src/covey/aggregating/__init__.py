"""Replacing the values of a group by one value for all of it."""

from covey.aggregating.aggregate import aggregate

__all__ = ["aggregate"]
