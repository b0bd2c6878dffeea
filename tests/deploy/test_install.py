"""The installer: its dry run changes nothing, a second run finds everything done, and the unit is a good one."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
INSTALL = DEPLOY / "install.sh"


def install(*options: str, root: Path, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"COMPANION_ROOT": str(root)}
    if path:
        environment["PATH"] = f"{path}:{environment['PATH']}"
    command = ["sh", str(INSTALL), *options]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A system of its own, with apt and dpkg that know every package and write down what they are asked."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/os-release").write_text('ID=debian\nVERSION_CODENAME="trixie"\n')
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, answer in {"apt-cache": "exit 0", "apt-get": "exit 0", "dpkg-query": "exit 1"}.items():
        tool = tools / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/asked\n{answer}\n')
        tool.chmod(0o755)
    return tmp_path


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(f.relative_to(folder)): f.read_bytes()
        for f in folder.rglob("*")
        if f.is_file() and f.name != "asked"
    }


def test_a_dry_run_says_all_and_changes_nothing(system: Path) -> None:
    before = tree(system)
    checkout = sorted(path.name for path in INSTALL.parents[1].iterdir())
    done = install("--dry-run", root=system, path=str(system / "tools"))
    assert done.returncode == 0, done.stderr
    for said in (
        "This is trixie",
        "apt-get install -y -qq --no-install-recommends",
        "python3-picamera2",
        "libglib2.0-0t64",
        "-m pip install",
        f"write {system}/etc/systemd/system/table-companion.service",
        f"write {system}/etc/udev/rules.d/70-table-companion.rules",
        "companion doctor",
        "Nothing was changed.",
    ):
        assert said in done.stdout, said
    assert tree(system) == before
    assert sorted(path.name for path in INSTALL.parents[1].iterdir()) == checkout
    assert "apt-get" not in (system / "asked").read_text()  # only asked what there is


def test_updating_and_taking_away_can_be_rehearsed_too(system: Path) -> None:
    tools = str(system / "tools")
    assert "pull --ff-only" in install("--update", "--dry-run", root=system, path=tools).stdout
    (system / "etc/systemd/system").mkdir(parents=True)
    unit = system / "etc/systemd/system/table-companion.service"
    unit.write_text("here\n")
    gone = install("--uninstall", "--dry-run", root=system, path=tools)
    assert f"rm -f {unit}" in gone.stdout
    assert "Games, settings and calibration stay" in gone.stdout
    assert unit.exists()


def test_what_is_wrong_is_said(system: Path) -> None:
    tools = system / "tools"
    assert "no option --fast" in install("--fast", root=system).stderr
    assert 'no user "nobody-at-all"' in install("--dry-run", "--user", "nobody-at-all", root=system).stderr
    (tools / "uname").write_text("#!/bin/sh\necho armv7l\n")
    (tools / "uname").chmod(0o755)
    small = install("--dry-run", root=system, path=str(tools))
    assert small.returncode == 1
    assert "64-bit" in small.stderr


def test_plain_debian_goes_without_the_pi_camera(system: Path) -> None:
    lacks = system / "tools/apt-cache"
    lacks.write_text('#!/bin/sh\ncase "$2" in python3-*) exit 100 ;; esac\n')
    done = install("--dry-run", root=system, path=str(system / "tools"))
    assert done.returncode == 0
    assert "a webcam can" in done.stderr
    assert "python3-picamera2" not in done.stdout


def test_the_help_tells_every_option(system: Path) -> None:
    told = install("--help", root=system).stdout
    for option in ("--update", "--uninstall", "--dry-run", "--no-service", "--user"):
        assert option in told


def filled_unit() -> str:
    text = (DEPLOY / "table-companion.service").read_text(encoding="utf-8")
    for name, value in {"USER": "root", "HOME": "/", "VENV": "/opt/none"}.items():
        text = text.replace(f"@@{name}@@", value)
    return text.replace("/opt/none/bin/companion", "/bin/true")


def test_the_unit_starts_at_boot_restarts_and_logs() -> None:
    text = filled_unit()
    assert "@@" not in text.split("[Unit]")[1]
    for wanted in (
        "Restart=always",
        "StandardOutput=journal",
        "SDL_VIDEODRIVER=kmsdrm",
        "Conflicts=getty@tty1.service",
        "WantedBy=multi-user.target",
        "RestrictAddressFamilies=AF_UNIX AF_NETLINK",
    ):
        assert wanted in text


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "table-companion.service"
    unit.write_text(filled_unit())
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "table-companion" not in done.stderr


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="there is no shellcheck here")
@pytest.mark.parametrize("script", sorted(DEPLOY.rglob("*.sh")), ids=lambda path: path.name)
def test_shellcheck_finds_nothing(script: Path) -> None:
    done = subprocess.run(["shellcheck", str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
