"""One board, driven by hand: reports and wishes in, messages and frames out."""

from controller.protocol.devices.panel import (
    ClearLatches,
    FromPanelDriver,
    PanelFound,
    PanelLost,
    PanelPress,
    PanelReport,
    WantedLights,
    WantedPress,
)
from drivers.panel.board import Board
from tests.drivers.panel.test_codec import report

SHOOT = 1
NAME = "TERMINAL-01"


def ask(asking: int, *buttons: str) -> WantedPress:
    return WantedPress.model_validate({"board": NAME, "asking": asking, "buttons": buttons or ("SHOOT",)})


def found() -> Board:
    board = Board(NAME)
    board.connected(0.0)
    board.received(report(seq=1), 0.1)
    return board


def presses(messages: list[FromPanelDriver]) -> list[int | None]:
    return [message.asking for message in messages if isinstance(message, PanelPress)]


def test_a_board_is_found_by_its_first_report_with_what_its_latches_remember() -> None:
    board = Board(NAME)
    assert not board.present
    first, truth = board.received(report(seq=1, doors=0b0100_0000), 0.1)
    assert first == PanelFound(board=NAME, latched_doors=("DROP",))
    assert isinstance(truth, PanelReport)
    assert (truth.present, truth.open_doors) == (True, ())


def test_a_board_that_was_never_read_has_all_doors_open() -> None:
    truth = Board(NAME).truth()
    assert (truth.present, truth.open_doors) == (False, ("MAIN", "LOGIC", "DROP", "DOME"))


def test_a_press_counts_for_the_question_it_followed() -> None:
    board = found()
    board.told(ask(5), 1.0)
    assert presses(board.received(report(seq=2, buttons=SHOOT), 1.1)) == [5]


def test_a_press_read_before_the_question_arrived_is_no_answer() -> None:
    board = found()
    board.told(ask(5), 1.0)
    assert presses(board.received(report(seq=2, buttons=SHOOT), 0.9)) == [None]


def test_a_button_that_was_down_when_asked_must_be_let_go_first() -> None:
    board = found()
    board.received(report(seq=2, buttons=SHOOT), 0.5)
    board.told(ask(5), 1.0)
    assert presses(board.received(report(seq=3, buttons=SHOOT), 1.1)) == []
    assert presses(board.received(report(seq=4), 1.2)) == []
    assert presses(board.received(report(seq=5, buttons=SHOOT), 1.3)) == [5]


def test_the_same_question_told_again_does_not_move_its_beginning() -> None:
    board = found()
    board.told(ask(5), 1.0)
    board.told(ask(5), 2.0)
    assert presses(board.received(report(seq=2, buttons=SHOOT), 1.5)) == [5]


def test_a_new_question_and_a_withdrawn_one_begin_anew() -> None:
    board = found()
    board.told(ask(5), 1.0)
    board.told(ask(6), 2.0)
    assert presses(board.received(report(seq=2, buttons=SHOOT), 1.5)) == [None]
    board.told(WantedPress(board=NAME, asking=7), 3.0)
    board.received(report(seq=3), 3.1)
    assert presses(board.received(report(seq=4, buttons=SHOOT), 3.2)) == [None]


def test_only_the_buttons_asked_for_answer() -> None:
    board = found()
    board.told(ask(5, "REPEAT"), 1.0)
    messages = board.received(report(seq=2, buttons=0b01001), 1.1)
    pressed = {message.button: message.asking for message in messages if isinstance(message, PanelPress)}
    assert pressed == {"SHOOT": None, "REPEAT": 5}


def test_a_button_down_when_the_board_returns_is_no_press() -> None:
    board = found()
    board.told(ask(5), 1.0)
    board.lost("silence", "gone")
    assert presses(board.received(report(seq=9, buttons=SHOOT), 2.0)) == []


def test_a_repeated_number_is_taken_once_but_is_a_sign_of_life() -> None:
    board = found()
    assert board.received(report(seq=1, buttons=SHOOT), 2.9) == []
    assert board.counts.repeats == 1
    assert not board.silent(5.8)
    assert board.silent(5.9)


def test_a_bad_report_is_no_sign_of_life() -> None:
    board = found()
    assert board.received(report(seq=2)[:-1] + b"\xff", 2.9) == []
    assert board.counts.bad_reports == 1
    assert board.silent(3.1)


def test_an_unchanged_report_says_nothing_new() -> None:
    assert found().received(report(seq=2), 1.0) == []


def test_a_loss_is_told_once_for_each_reason_and_opens_all_doors() -> None:
    board = found()
    lost, truth = board.lost("silence", "no report")
    assert isinstance(lost, PanelLost)
    assert isinstance(truth, PanelReport)
    assert len(truth.open_doors) == 4
    assert board.lost("silence", "no report") == []
    assert board.lost("absent", "not there") != []


def test_after_a_return_a_number_seen_before_is_news() -> None:
    board = found()
    board.lost("usb_error", "unplugged")
    assert isinstance(board.received(report(seq=1), 2.0)[0], PanelFound)


def test_lights_are_sent_on_change_and_again_when_the_board_returns() -> None:
    board = found()
    wanted = WantedLights(board=NAME, lamps=("SHOOT",))
    board.told(wanted, 1.0)
    board.told(wanted, 2.0)
    assert [frame[2] for frame in board.frames] == [1]
    board.lost("silence", "gone")
    assert board.frames == []
    board.received(report(seq=1), 3.0)
    assert [frame[2] for frame in board.frames] == [1]


def test_latches_are_cleared_in_one_frame_that_keeps_the_lights() -> None:
    board = found()
    board.told(WantedLights(board=NAME, lamps=("SHOOT",), tower=("red",)), 1.0)
    board.told(ClearLatches(board=NAME), 1.1)
    board.told(WantedLights(board=NAME, lamps=("CLEAR",), tower=("red",)), 1.2)
    assert [(frame[2], frame[4]) for frame in board.frames] == [(1, 4), (1, 0x84), (16, 4)]
    assert len({frame[1] for frame in board.frames}) == 3


def test_latches_are_not_cleared_before_they_were_read() -> None:
    board = Board(NAME)
    board.told(ClearLatches(board=NAME), 0.0)
    board.received(report(seq=1, doors=0xF0), 0.1)
    assert board.frames == []
