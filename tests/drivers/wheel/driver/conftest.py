"""An emulated wheel unit for each test that wants one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drivers.emulated import Emulated


@pytest.fixture
def bench(tmp_path: Path) -> Emulated:
    """A unit that is not switched on yet."""
    return Emulated(tmp_path, "wheel").provisioned()


@pytest.fixture
def unit(bench: Emulated) -> Iterator[Emulated]:
    """A fast unit, switched on."""
    with bench.start("--fast", "--seed", 7):
        yield bench
