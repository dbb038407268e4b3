"""The real controller, the real panel driver and boards that a hand can press: one evening of everything they do."""

import signal
from pathlib import Path

from tests.drivers.machines import boxcars, end, eventually
from tests.server.cabinets import CabinetOfProcesses


def lamps(cabinet: CabinetOfProcesses, board: str) -> list[str]:
    found: list[str] = cabinet.board("show")[board]["lamps"]
    return found


def tower(cabinet: CabinetOfProcesses) -> int:
    found: int = cabinet.board("show")["CABINET"]["tower"]
    return found


def events(cabinet: CabinetOfProcesses, kind: str) -> str:
    return boxcars("events", "--journal", cabinet.place / "journal", "--kind", kind).stdout


GREEN, RED = 0b001, 0b100


def test_buttons_keys_doors_latches_and_lamps_between_real_processes(tmp_path: Path) -> None:
    cabinet = CabinetOfProcesses(tmp_path, boards=True, bet_time=600)
    with cabinet.controller() as controller, cabinet.dice("5 6", "4 4"):
        eventually(lambda: cabinet.holds() == {"door_logic", "door_dome"}, "doors that nobody reads count as open")
        with cabinet.panels(), cabinet.panel_driver() as driver:
            eventually(lambda: cabinet.holds() == set(), "the doors are read and closed")
            eventually(lambda: tower(cabinet) == GREEN, "the tower is green")

            # the key lets a supervisor in; the shooter's button
            cabinet.board("CABINET key OPERATOR on")
            eventually(lambda: "operator turned" in events(cabinet, "key"), "the key is turned")
            assert cabinet.station("operator").credit(1, 10_000)["ok"]
            terminal = cabinet.terminal(1)
            assert terminal.place("pass_line", 500)["ok"]
            assert terminal.command("done", round=terminal.round)["ok"]
            eventually(lambda: lamps(cabinet, "TERMINAL-01") == ["SHOOT"], "the shooter's lamp")
            cabinet.board("TERMINAL-01 press SHOOT")
            assert terminal.hear("settled")["faces"] == [5, 6]

            # doors and keys
            cabinet.board("CABINET door DOME open")
            eventually(lambda: cabinet.holds() == {"door_dome"}, "an open dome holds")
            eventually(lambda: tower(cabinet) == RED, "the tower is red")
            cabinet.board("CABINET door DOME close")
            eventually(lambda: cabinet.holds() == set(), "closed again")
            eventually(lambda: cabinet.board("show")["CABINET"]["latched_doors"] == [], "the latch is cleared")

            # a board that is unplugged, and a door opened meanwhile
            cabinet.board("CABINET unplug")
            eventually(lambda: cabinet.holds() == {"door_logic", "door_dome"}, "nobody can look")
            cabinet.board("CABINET door LOGIC open")
            cabinet.board("CABINET door LOGIC close")
            cabinet.board("CABINET plug")
            eventually(lambda: cabinet.holds() == {"door_latch"}, "the latch tells of it")
            assert cabinet.station("operator").act("resume")["ok"]
            eventually(lambda: cabinet.holds() == set(), "somebody has looked")
            eventually(lambda: cabinet.board("show")["CABINET"]["latched_doors"] == [], "its latch is cleared")

            # the driver dies, the cabinet's power fails with a door opened in the dark
            end(driver, signal.SIGKILL)
            eventually(lambda: cabinet.holds() == {"door_logic", "door_dome"}, "a dead driver reads no doors")
            cabinet.board("CABINET door DOME open")
            cabinet.board("CABINET door DOME close")
            end(controller, signal.SIGKILL)
            with cabinet.controller(), cabinet.panel_driver():
                eventually(lambda: cabinet.holds() == {"door_latch"}, "it is told after the start")
                assert cabinet.station("operator").act("resume")["ok"]
                cabinet.board("TERMINAL-01 press CASH_OUT")
                eventually(lambda: lamps(cabinet, "TERMINAL-01") == ["CASH_OUT"], "waits for the attendant")
                cabinet.close_callers()
    told = events(cabinet, "door")
    assert told.count("opened while nobody could look") == 2
    assert "operator turned" in events(cabinet, "key")
