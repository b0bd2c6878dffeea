"""A command that must fail."""

from __future__ import annotations

import pytest

from companion import cli


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail; its one sentence on standard error."""
    assert cli.main(arguments) not in (0, None)
    said = capsys.readouterr().err.strip()
    assert said.startswith("companion: ")
    assert "Traceback" not in said
    return said
