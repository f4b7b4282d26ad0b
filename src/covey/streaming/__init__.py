"""Files larger than the memory they may take: in passes, block by block, resumable."""

from covey.streaming.budget import is_too_large
from covey.streaming.protect import protect_file
from covey.streaming.release import StreamedRelease

__all__ = ["StreamedRelease", "is_too_large", "protect_file"]
