"""Panels and terminals as a console prints them."""

from controller.protocol.devices.panel import PanelReport, WantedLights
from controller.protocol.stations.hardware import PanelsSeen, TerminalSeen, TerminalsSeen
from controller.server.connections.boards import BoardPlace, KnownBoard
from controller.service.hardware_sheets import panels_sheet, terminals_sheet


def test_a_board_is_told_with_all_that_it_reads_and_was_told() -> None:
    board = KnownBoard.unread("CABINET")
    board.report = PanelReport(
        board="CABINET", present=True, buttons=("REPEAT",), keys=("OPERATOR",), open_doors=("DROP",), supply_percent=97
    )
    board.lights = WantedLights(board="CABINET", lamps=("SHOOT",), tower=("green",))
    board.presses["REPEAT"] = 3
    board.latch_found("DROP")
    board.latch_found("DROP")
    seen = PanelsSeen(driver=True, boards=(board.seen(BoardPlace(2, True)),))
    told = panels_sheet(seen)
    assert told[0] == "CABINET: cabinet, seat 2, present, battery 97 %"
    rows = {line.split()[0]: line.split()[1:] for line in told[1:]}
    assert rows["held"] == ["REPEAT"]
    assert rows["pressed"] == ["REPEAT", "3"]
    assert rows["keys"] == ["OPERATOR"]
    assert rows["open"] == ["DROP"]
    assert rows["latched"] == ["-"]
    assert rows["latches"][:3] == ["DROP", "2,", "last"]
    assert (rows["lamps"], rows["tower"]) == (["SHOOT"], ["green"])


def test_what_cannot_be_read_says_so() -> None:
    assert panels_sheet(PanelsSeen(driver=True, boards=())) == ["no board is configured"]
    lost = PanelsSeen(driver=False, boards=(KnownBoard.unread("TERMINAL-01").seen(BoardPlace(1, False)),))
    assert panels_sheet(lost)[:2] == [
        "the panel driver is not there: nothing can be read",
        "TERMINAL-01: seat 1, LOST",
    ]


def test_terminals_are_told_line_by_line_and_the_rest_is_named() -> None:
    here = TerminalSeen(
        seat=1, linked=True, software="kiosk 1.0", differs=True, key="seat-one", since_ms=61_500, silent_ms=10,
        round_trip_ms=1.25, worst_round_trip_ms=17.5, touching=True,
    )  # fmt: skip
    told = terminals_sheet(TerminalsSeen(version="0.1.0", terminals=(here, TerminalSeen(seat=2, linked=False)), more=3))
    assert told[0] == "controller 0.1.0"
    assert told[2].split() == [
        "1", "61", "s", "1.25", "ms", "17.50", "ms", "seat-one", "kiosk", "1.0",
        "(not", "the", "controller's", "version,", "touch", "test)",
    ]  # fmt: skip
    assert told[3].split() == ["2", "no"]
    assert told[4] == "more from seat 3 on: --seat 3"
