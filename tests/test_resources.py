"""The companion's own files are found in a checkout and in an installed package."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import resources
from companion.resources import MissingError, calibration_folder, models_folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "site" / "companion"
    package.mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    return package


def test_in_this_checkout() -> None:
    assert models_folder().name == "models"


def test_inside_an_installed_package(package: Path) -> None:
    (package / "_data" / "models").mkdir(parents=True)
    (package / "_data" / "calibration").mkdir()
    assert models_folder() == package / "_data" / "models"
    assert calibration_folder() == package / "_data" / "calibration"


def test_beside_the_package_only_in_a_checkout(package: Path) -> None:
    (package.parent / "calibration" / "profiles").mkdir(parents=True)
    with pytest.raises(MissingError) as error:  # somebody else's folder of the same name
        calibration_folder()
    assert error.value.line.id == "resources.missing"
    (package.parent / "pyproject.toml").touch()
    assert calibration_folder() == package.parent / "calibration" / "profiles"


def test_the_owners_own_models(tmp_path: Path) -> None:
    assert models_folder(str(tmp_path)) == tmp_path
    with pytest.raises(MissingError) as error:
        models_folder(str(tmp_path / "none"))
    assert error.value.line.id == "resources.no_folder"
