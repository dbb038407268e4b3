"""A plugin of pytest: one setting is turned off, whatever a test or a house says. `-p tests.compliance.off`."""

from collections.abc import Callable
from typing import Any

import pytest

from controller.games.row import GameRow
from controller.server.connections.panel_desk import PanelDesk
from controller.server.host.software import SoftwareCheck
from controller.server.loop.public_views import PublicViews
from controller.table.cash.seat import SeatSetup
from controller.table.paper import keeping
from controller.table.staff.settings import TableSettings
from controller.vault.journal.second_place import SecondPlace

OFF = pytest.MonkeyPatch()
"""Never undone: the process ends with the run."""
SHORTEST = {"bet_time": 1}
"""Settings that cannot be 0: turned off they are this."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which."""
    parser.addoption("--turned-off", default="", metavar="SETTING")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is read."""
    name = config.getoption("--turned-off")
    if name in TableSettings.model_fields:
        _of_the_table(name)
    elif name:
        OF_THE_CABINET[name]()


def off_value(name: str) -> Any:
    """What a setting of the table is when it is turned off."""
    default = TableSettings.model_fields[name].default
    return SHORTEST.get(name, None if default is None or name == "large_win" else type(default)(0))


def _of_the_table(name: str) -> None:
    plain, value = TableSettings.__getattribute__, off_value(name)

    def turned_off(self: TableSettings, wanted: str) -> Any:
        return value if wanted == name else plain(self, wanted)

    OFF.setattr(TableSettings, "__getattribute__", turned_off)


def _no_manifest() -> None:
    OFF.setattr("controller.manifest._compare", lambda *_: iter(()))
    begin = SoftwareCheck.__init__
    OFF.setattr(SoftwareCheck, "__init__", lambda self, _path: begin(self, None))


def _no_boards() -> None:
    OFF.setattr(PanelDesk, "_report", lambda *_: None)


def _no_second_place() -> None:
    OFF.setattr(SecondPlace, "put", lambda *_: None)


def _nobody() -> None:
    OFF.setattr("controller.service.sheets.machine_lines", lambda _: [])
    OFF.setattr(PublicViews, "machine", lambda *_: None)


def _any_returns() -> None:
    """A book of whatever returns is played by."""
    OFF.setattr(GameRow, "worked_out", lambda _, book: {"rules": book.digest(), "over": ""})


def _nothing_from_elsewhere() -> None:
    """What the cabinets of the tests write of `[remote]` into their files."""
    OFF.setattr("tests.server.cabinets.REMOTE", "")


def _seat_without(*fields: str) -> Callable[[], None]:
    """Of `[[cash]]`: what these say is not there, and the seat has what it has without them."""
    plain, nothing = keeping._setup, SeatSetup()

    def set_up(of: dict[str, object]) -> SeatSetup:
        return plain(of)._replace(**{field: getattr(nothing, field) for field in fields})

    return lambda: OFF.setattr(keeping, "_setup", set_up)


OF_THE_CABINET: dict[str, Callable[[], None]] = {
    "manifest": _no_manifest,
    "boards": _no_boards,
    "journal.second_place": _no_second_place,
    "identity.asset": _nobody,
    "rulebook": _any_returns,
    "remote": _nothing_from_elsewhere,
    "cash": _seat_without(*SeatSetup._fields),
    "cash.credit_limit": _seat_without("credit_limit"),
    "cash.ticket_limit": _seat_without("ticket_limit"),
    "cash.tickets_in": _seat_without("tickets_in"),
}
"""Keys of `cabinet.toml`, each with how it is turned off."""
