"""A ticket printer for each test that wants one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drivers.printer.emulator.bench import Bench, at_a_pty


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """One that is up, knows its texts and has said all it had to say."""
    with at_a_pty(tmp_path) as bench:
        bench.greet()
        bench.wait(0.5)
        bench.heard.clear()
        yield bench
