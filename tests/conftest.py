"""How the suite runs: property tests are bounded and the same every time (`HYPOTHESIS_PROFILE=wild` is neither)."""

import os
import subprocess
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
import zmq
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from tests.sample import SEED, drawn, spread

settings.register_profile(
    "steady", derandomize=True, max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wild", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
FAILED = pytest.StashKey[bool]()
CHROMIUM = next(filter(os.path.exists, ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")), "/usr/bin/chromium")
"""The same engine without a window's own pages: a quarter less of a core for the same test."""
FLAGS = (
    "--no-sandbox --disable-gpu --font-render-hinting=none --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", metavar="SEED", help="of tests that cost much only some (tests/sample.py)")


def pytest_configure(config: pytest.Config) -> None:
    if (seed := config.getoption("sample")) is not None:
        os.environ[SEED] = seed


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if (seed := config.getoption("sample")) is not None:
        chosen = drawn([item.nodeid for item in items], seed)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
        items[:] = [item for item in items if item.nodeid in chosen]
    if workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[name] for name in spread([item.nodeid for item in items], workers)]


@pytest.fixture(autouse=True)
def _log_as_if_nothing_had_been_logged() -> Iterator[None]:
    """A test that runs a whole process here sets up logging to a stream that is closed when it ends."""
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One of a worker: a second driver does not start beside it."""
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium: run `apt-get install chromium`")
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield found
        found.close()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    """What many tests stand on and does not come up says so once; the tests after the first only name it."""
    try:
        return (yield)
    except pytest.skip.Exception:
        raise
    except (Exception, pytest.fail.Exception):
        if fixturedef.scope != "function" and fixturedef.cached_result is not None:
            once = pytest.skip.Exception(
                f"{fixturedef.argname} did not come up: the first test that wanted it says why"
            )
            fixturedef.cached_result = (None, fixturedef.cached_result[1], (once, None))
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """What a test that failed left open is closed here, and is not held against a test that comes later."""
    yield
    if item.stash.get(FAILED, False):
        zmq.Context.instance().destroy(linger=0)


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, where this machine lets us mount one."""
    place = tmp_path / "media" / "disk"
    place.mkdir(parents=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "boxcars-test", place], capture_output=True)
    if done.returncode:
        pytest.skip("mounting needs root")
    yield place
    subprocess.run(["umount", "--lazy", place], check=False)


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, Path]:
    """A small program in two places."""
    for name, text in (("program/a.py", "one"), ("program/deep/b.py", "two"), ("library/c.pyc", "three")):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return {"program": tmp_path / "program", "library": tmp_path / "library"}
