"""Releasing: the masked table as a file with its manifest and report, and checking one later."""

from covey.releasing.guarantee import check_k_anonymous
from covey.releasing.promise import promised_roles
from covey.releasing.publisher import PUBLISHER
from covey.releasing.targets import preflight
from covey.releasing.verify import verify

__all__ = ["PUBLISHER", "check_k_anonymous", "preflight", "promised_roles", "verify"]
