from __future__ import annotations

from pathlib import Path

import pytest

from companion.vision.reader import Reader

from .fakes import make_models


@pytest.fixture(scope="session")
def fake_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def fake_reader(fake_models: Path) -> Reader:
    return Reader(fake_models, threads=1)
