"""What went wrong, in a sentence for the player."""

from __future__ import annotations

import errno

from companion.rules.text import Line

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
WHERE = {
    errno.ENOENT: "Check its name and its folder.",
    errno.EISDIR: "Name a file in it.",
}
GONE = (errno.EIO, errno.ENODEV, errno.ENXIO, errno.EROFS)  # a stick that was pulled out, a card that fails


def sentence_of(problem: Exception) -> str | None:
    """What to tell the player: the companion's own errors are sentences. None for a bug: that must show."""
    said = getattr(problem, "line", None)
    if isinstance(said, Line):  # OpenCV's errors have a line too, of its own source
        from companion.commands.logs import translator

        return translator().text(said)
    if type(problem).__module__.startswith("companion."):
        return str(problem)
    if isinstance(problem, OSError):
        return _of_system(problem)
    return None


def _of_system(problem: OSError) -> str | None:
    where = f"{problem.filename}: " if problem.filename else ""
    if problem.errno in FULL:
        return f"{where}{problem.strerror}. Make room there, or choose another place."
    if problem.filename:
        what_next = WHERE.get(problem.errno or 0, "Choose another place, or mend its permissions.")
        return f"{where}{problem.strerror}. {what_next}"
    # Where the system tells no name, it was being written to or read from, as a rule the output.
    return f"{problem.strerror}. Choose another place." if problem.errno in GONE else None
