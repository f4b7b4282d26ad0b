"""Releasing: the masked table as a file with its manifest and report, and checking one later."""

from covey.releasing.atomic import write_texts
from covey.releasing.formats import count_formulas
from covey.releasing.preflight import check_page, check_targets, preflight
from covey.releasing.promise import check_row_order, promised_columns, promised_roles
from covey.releasing.verify import verify

__all__ = [
    "check_page",
    "check_row_order",
    "check_targets",
    "count_formulas",
    "preflight",
    "promised_columns",
    "promised_roles",
    "verify",
    "write_texts",
]
