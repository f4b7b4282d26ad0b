"""Releasing: the masked table as a file with its manifest and report, and checking one later."""

from covey.releasing.formats import count_formulas
from covey.releasing.preflight import preflight
from covey.releasing.promise import check_row_order, promised_roles
from covey.releasing.texts import check_page, check_texts, write_texts
from covey.releasing.verify import verify

__all__ = [
    "check_page",
    "check_row_order",
    "check_texts",
    "count_formulas",
    "preflight",
    "promised_roles",
    "verify",
    "write_texts",
]
