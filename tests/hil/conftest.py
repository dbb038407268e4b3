"""`pytest tests/hil` runs on emulators, `pytest tests/hil --rig rig.toml` on the bench that the file describes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from config.files.reading import BadFile
from tests.hil.rig import (
    DiceRig,
    Driver,
    PanelRig,
    PrinterRig,
    Rig,
    RigFile,
    WheelRig,
    panel_driver,
    read_rig,
    unit_driver,
)
from tests.hil.seat import AcceptorRig, Seat
from tests.hil.till import Till

SHORT, LONG = 200, 1000


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("boxcars")
    group.addoption("--rig", metavar="FILE", help="run on the real hardware that this file describes")
    group.addoption("--long", action="store_true", help=f"{LONG} rolls instead of {SHORT}")


@pytest.fixture(scope="session")
def rig_file(request: pytest.FixtureRequest) -> RigFile | None:
    name = request.config.getoption("--rig", default=None)
    if name is None:
        return None
    try:
        return read_rig(Path(name))
    except BadFile as error:
        pytest.exit(str(error), returncode=2)


@pytest.fixture
def rolls(request: pytest.FixtureRequest) -> int:
    """How many rolls the long case throws."""
    return LONG if request.config.getoption("--long", default=False) else SHORT


@pytest.fixture
def rig(request: pytest.FixtureRequest, rig_file: RigFile | None, tmp_path: Path) -> Rig:
    reporter = request.config.pluginmanager.getplugin("terminalreporter")

    def say(text: str) -> None:
        if reporter is not None:
            reporter.write_line(text)

    return Rig(rig_file, tmp_path, say)


@pytest.fixture
def dice_rig(rig: Rig) -> Iterator[DiceRig]:
    if rig.file is not None and rig.file.dice is None:
        pytest.skip("this rig has no dice unit: there is no [dice] in its rig.toml")
    dice = DiceRig(rig)
    with dice.powered():
        yield dice


@pytest.fixture
def wheel_rig(rig: Rig) -> Iterator[WheelRig]:
    if rig.file is not None and rig.file.wheel is None:
        pytest.skip("this rig has no wheel: there is no [wheel] in its rig.toml")
    wheel = WheelRig(rig)
    with wheel.powered():
        yield wheel


@pytest.fixture
def printer_rig(rig: Rig) -> Iterator[PrinterRig]:
    if rig.file is not None and rig.file.tickets is None:
        pytest.skip("this rig has no ticket printer: there is no [tickets] in its rig.toml")
    printer = PrinterRig(rig)
    with printer.powered():
        yield printer


@pytest.fixture
def till(printer_rig: PrinterRig) -> Iterator[Till]:
    till = Till(printer_rig)
    yield till
    till.close()


@pytest.fixture
def cctalk_rig(rig: Rig) -> Iterator[AcceptorRig]:
    if rig.file is not None and (rig.file.bills is None or rig.file.bills.protocol != "cctalk"):
        pytest.skip("this rig has no bill acceptor on ccTalk: there is no [bills] with that protocol in its rig.toml")
    acceptor = AcceptorRig(rig, "cctalk")
    with acceptor.powered():
        yield acceptor


@pytest.fixture
def seat(cctalk_rig: AcceptorRig) -> Iterator[Seat]:
    seat = Seat(cctalk_rig)
    yield seat
    seat.close()


@pytest.fixture
def panel_rig(rig: Rig) -> Iterator[PanelRig]:
    if rig.file is not None and rig.file.panel is None:
        pytest.skip("this rig has no boards: there is no [panel] in its rig.toml")
    with PanelRig(rig).powered() as panel:
        yield panel


@pytest.fixture
def dice(dice_rig: DiceRig, tmp_path: Path) -> Iterator[Driver]:
    driver = unit_driver(dice_rig, tmp_path)
    driver.start()
    yield driver
    driver.close()


@pytest.fixture
def wheel(wheel_rig: WheelRig, tmp_path: Path) -> Iterator[Driver]:
    driver = unit_driver(wheel_rig, tmp_path)
    driver.start()
    yield driver
    driver.close()


@pytest.fixture
def panel(panel_rig: PanelRig, tmp_path: Path) -> Iterator[Driver]:
    driver = panel_driver(panel_rig, tmp_path)
    driver.start()
    yield driver
    driver.close()
