"""Who is there, and what it is told before anything may come in."""

from collections.abc import Sequence

import pytest

from drivers.cash.acceptor import (
    Enable,
    Enabled,
    Foreign,
    Idle,
    Lost,
    Note,
    NoteAtEscrow,
    PaperPlace,
    Ready,
    Reset,
    Stacked,
)
from drivers.cash.id003.messages import LENGTHS, TO_ASK, AcceptorSetting, AcceptorStatus, RequestCode
from drivers.cash.id003.setup import Expected
from tests.drivers.cash.id003.played import ALL, NOTES, VERSION, Played

SETTINGS = tuple(LENGTHS)


def kinds(told: Sequence[object]) -> list[type]:
    return [type(one) for one in told]


def test_a_unit_is_identified_before_anything_is_set_and_is_ready_with_nothing_let_in() -> None:
    unit = Played()
    told = unit.wait(2.0)
    notes = (Note(1, 100), Note(3, 500), Note(7, 10000))
    assert Ready(serial="", product="PLAYED-01", currency="US", notes=notes) in told
    codes = [frame.code for _, frame in unit.heard if frame.code != RequestCode.STATUS]
    assert codes[:3] == [RequestCode.VERSION, RequestCode.CURRENCIES, AcceptorSetting.SHUT]
    assert not unit.frames(RequestCode.RESET)
    assert unit.settings[AcceptorSetting.SHUT] == b"\1"
    assert unit.settings[AcceptorSetting.NOTES_SHUT] == b"\xff\xff"
    assert unit.settings[AcceptorSetting.KINDS_SHUT] == b"\3"
    assert unit.settings[AcceptorSetting.COMMUNICATION] == b"\0"


def test_a_unit_that_starts_is_reset_and_only_then_set() -> None:
    unit = Played(AcceptorStatus.POWER_UP)
    assert kinds(unit.wait(2.0))[:2] == [Reset, Ready]
    codes = [frame.code for _, frame in unit.heard if frame.code != RequestCode.STATUS]
    assert codes[:3] == [RequestCode.VERSION, RequestCode.CURRENCIES, RequestCode.RESET]
    assert codes.count(RequestCode.RESET) == 1
    assert not set(codes[: codes.index(RequestCode.RESET)]) & set(SETTINGS)


def test_reset_is_sent_again_while_the_unit_has_not_heard_it() -> None:
    unit = Played(AcceptorStatus.POWER_UP)
    unit.after.clear()
    unit.mute = {RequestCode.RESET}
    told = unit.wait(2.5)
    assert kinds(told) == [Reset]
    assert len(unit.frames(RequestCode.RESET)) in (2, 3)
    assert min(unit.between(RequestCode.RESET)) >= 1.0


def test_what_is_let_in_is_read_back_note_by_note_and_the_master_comes_last() -> None:
    unit = Played()
    unit.wait(2.0)
    unit.heard.clear()
    assert unit.order(Enable(frozenset({500})), 1.0) == [Enabled(frozenset({500}), tickets=False)]
    said = [(frame.code, frame.data) for _, frame in unit.heard if frame.code != RequestCode.STATUS]
    assert said == [
        (0xC3, b"\1"),
        (0x83, b""),
        (0xC0, b"\xfb\xff"),
        (0x80, b""),
        (0xC7, b"\2"),
        (0x87, b""),
        (0xC3, b"\0"),
        (0x83, b""),
    ]


def test_nothing_let_in_shuts_the_master_first_and_leaves_it_shut() -> None:
    unit = Played().ready()
    assert unit.order(Enable(), 1.0) == [Enabled(frozenset(), tickets=False)]
    set_to = unit.frames(*SETTINGS)
    assert (set_to[0].code, set_to[0].data) == (AcceptorSetting.SHUT, b"\1")
    assert [frame.data for frame in unit.frames(AcceptorSetting.SHUT)] == [b"\1"]


def test_tickets_alone_let_no_note_in() -> None:
    unit = Played()
    unit.wait(2.0)
    assert unit.order(Enable(tickets=True), 1.0) == [Enabled(frozenset(), tickets=True)]
    assert unit.settings[AcceptorSetting.KINDS_SHUT] == b"\1"
    assert unit.settings[AcceptorSetting.NOTES_SHUT] == b"\xff\xff"
    assert unit.settings[AcceptorSetting.SHUT] == b"\0"


def test_a_unit_that_reads_no_bars_takes_notes_alone() -> None:
    unit = Played()
    unit.refuses = {
        AcceptorSetting.BARCODE,
        AcceptorSetting.KINDS_SHUT,
        AcceptorSetting.COMMUNICATION,
        AcceptorSetting.OPTIONS,
    }
    assert any(isinstance(told, Ready) for told in unit.wait(3.0))
    assert unit.order(ALL, 1.0) == [Enabled(frozenset({100, 500, 10000}), tickets=False)]


@pytest.mark.parametrize(
    "expected, word",
    [
        (Expected(version="OTHER"), "version"),
        (Expected(country="EU"), "currency"),
        (Expected(notes=(100, 200, 500)), "notes"),
        (Expected(notes=NOTES, decimals=0), "notes"),
    ],
)
def test_a_unit_that_is_not_that_of_the_settings_is_told_once_and_gets_nothing(expected: Expected, word: str) -> None:
    unit = Played(AcceptorStatus.IDLING, expected=expected)
    told = unit.wait(30.0)
    assert [type(one) for one in told] == [Foreign]
    assert isinstance(told[0], Foreign)
    assert word in told[0].text
    assert unit.order(ALL, 3.0) == []
    assert [frame.data for frame in unit.frames(AcceptorSetting.SHUT)].count(b"\0") == 0
    assert len(unit.frames(RequestCode.VERSION)) > 3, "it may be changed for the right one"
    assert unit.says(AcceptorStatus.VEND_VALID, seconds=3.0) == []
    assert unit.says(AcceptorStatus.POWER_UP, seconds=3.0) == []
    assert not unit.frames(RequestCode.RESET, RequestCode.ACK)


def test_the_unit_of_the_settings_is_taken() -> None:
    unit = Played(expected=Expected(version=VERSION.decode(), country="US", notes=NOTES))
    assert any(isinstance(told, Ready) for told in unit.wait(2.0))


def test_another_unit_in_its_place_is_noticed_when_it_starts() -> None:
    unit = Played(expected=Expected(version=VERSION.decode())).ready()
    unit.version = b"ANOTHER"
    told = unit.says(AcceptorStatus.POWER_UP, seconds=2.0)
    assert kinds(told) == [Foreign]
    assert unit.settings[AcceptorSetting.SHUT] == b"\0", "what it was told before, and it starts shut"
    unit.version = VERSION
    assert kinds(unit.says(AcceptorStatus.POWER_UP, seconds=12.0))[:2] == [Reset, Ready]


@pytest.mark.parametrize(
    "setting",
    [AcceptorSetting.SHUT, AcceptorSetting.NOTES_SHUT, AcceptorSetting.KINDS_SHUT, AcceptorSetting.COMMUNICATION],
)
def test_a_unit_that_does_not_keep_what_it_is_told_gets_nothing(setting: AcceptorSetting) -> None:
    unit = Played()
    unit.forgets = {setting}
    unit.settings[setting] = bytes((0x55,)) * LENGTHS[setting]
    told = unit.wait(3.0)
    assert [type(one) for one in told if not isinstance(one, Idle)] == [Foreign]
    assert f"{setting:02X}" in str(told)


def test_a_setting_refused_because_a_paper_came_in_is_said_again() -> None:
    unit = Played()
    unit.wait(2.0)
    unit.after[AcceptorSetting.SHUT] = AcceptorStatus.ACCEPTING
    unit.refuses = {AcceptorSetting.SHUT - TO_ASK, AcceptorSetting.NOTES_SHUT}
    assert unit.order(ALL, 1.0) == []
    unit.refuses = set()
    unit.after.clear()
    assert [type(one) for one in unit.says(AcceptorStatus.IDLING, seconds=1.0)] == [Idle, Enabled]


def test_what_is_let_in_waits_while_a_paper_is_in_the_path() -> None:
    unit = Played().ready()
    unit.says(AcceptorStatus.ACCEPTING)
    unit.heard.clear()
    assert unit.order(Enable(), 3.0) == []
    assert not unit.frames(*SETTINGS)
    assert Enabled(frozenset(), tickets=False) in unit.says(AcceptorStatus.IDLING, seconds=1.0)


@pytest.mark.parametrize(
    "status, paper",
    [
        (AcceptorStatus.POWER_UP, PaperPlace.NONE),
        (AcceptorStatus.POWER_UP_IN_ACCEPTOR, PaperPlace.IN_PATH),
        (AcceptorStatus.POWER_UP_IN_STACKER, PaperPlace.IN_STACKER),
    ],
)
def test_a_start_is_told_with_where_the_paper_is_and_all_is_set_anew(status: AcceptorStatus, paper: PaperPlace) -> None:
    unit = Played().ready()
    told = unit.says(status, seconds=2.0)
    assert told[0] == Reset(paper)
    assert kinds(told) == [Reset, Ready]
    assert unit.settings[AcceptorSetting.SHUT] == b"\1"


def test_a_unit_that_initializes_of_itself_has_started_too() -> None:
    unit = Played().ready()
    assert kinds(unit.says(AcceptorStatus.INITIALIZING, seconds=2.0)) == [Reset, Ready]
    assert unit.settings[AcceptorSetting.SHUT] == b"\1"


def test_a_driver_that_starts_in_the_middle_of_a_note_leaves_the_unit_as_it_is_until_the_path_is_empty() -> None:
    unit = Played(AcceptorStatus.ESCROW, b"\x63")
    assert unit.wait(1.5) == [NoteAtEscrow(Note(3, 500))]
    assert not unit.frames(RequestCode.RESET, *SETTINGS)
    told = unit.says(AcceptorStatus.IDLING, seconds=2.0)
    assert kinds(told) == [Idle, Ready]


def test_a_driver_that_starts_while_a_note_is_to_be_acknowledged_asks_before_it_does() -> None:
    unit = Played(AcceptorStatus.VEND_VALID)
    assert unit.wait(0.9) == [Stacked(None, from_escrow=False, to_acknowledge=True)]
    assert not unit.frames(RequestCode.ACK, RequestCode.RESET, *SETTINGS)


def test_a_unit_that_says_how_it_is_and_never_who_is_lost() -> None:
    unit = Played()
    unit.mute = {RequestCode.VERSION}
    assert kinds(unit.wait(10.0)) == [Lost]
