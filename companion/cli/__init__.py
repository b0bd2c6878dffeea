"""The commands, which all begin and end here. Every command explains itself with --help.

Nothing is loaded before somebody is there to notice Ctrl-C.
"""

from __future__ import annotations

from collections.abc import Sequence

STOPPED = 130  # as a shell says it of a command that Ctrl-C has ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a problem is a sentence on standard error and an exit code that is not 0."""
    try:
        from companion.cli.running import run

        return run(argv)
    except BaseException as problem:
        if _by_hand(problem):
            return STOPPED
        raise


def _by_hand(problem: BaseException | None) -> bool:
    """Whether Ctrl-C stands behind it: a library that it meets while loading makes an error of its own of it."""
    while problem is not None and not isinstance(problem, KeyboardInterrupt):
        problem = problem.__cause__ or problem.__context__
    return problem is not None
