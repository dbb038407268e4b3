"""What is refused changes nothing; what makes the core fail is refused and holds the table."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import controller.games.craps.at_the_table
import controller.table
from controller.facts.kinds import Refused
from controller.games.craps.rules.refusal import CODES as OF_THE_CRAPS_ROOM
from controller.protocol.terminals.commands import CashOut, PassDice, Shoot
from controller.table import machine
from controller.table.event_rows import EVENTS
from controller.table.events import Drawn, Thrown
from controller.table.machine import step
from controller.table.phases import Phase
from controller.table.refusals import CODES
from controller.table.snapshot import plain
from controller.table.state import REFUSALS_RECORDED
from controller.table.work import Work
from tests.asked import pass_dice, shoot
from tests.table.evening import an_evening
from tests.table.test_holds import PHASES, in_phase


@pytest.mark.parametrize("phase", PHASES)
def test_what_is_illegal_in_a_phase_is_refused_by_its_code_with_phase_event_and_round(phase: str) -> None:
    evening = in_phase(phase)
    if phase == "recovery":
        evening.happens(Thrown(99, "ok", {"faces": [1, 2]}, True))
    for kind, asked in ((Shoot, shoot), (PassDice, pass_dice)):
        if EVENTS[kind].refused_in(evening.phase):
            evening.happens(asked(1, "tablet", evening.next_id("tablet"), evening.round))
            assert evening.code == "no_button_now"
            assert kind.__name__ in evening.answer.reason
            assert phase in evening.answer.reason


def test_refusals_are_recorded_up_to_a_bound_a_seat_and_round_and_then_counted() -> None:
    evening = an_evening().bet(2, "pass_line", 500)
    for _ in range(100):
        evening.bet(1, "field", 1)
    assert len(evening.all_told(Refused)) == REFUSALS_RECORDED
    assert evening.table.seats[1].refusals == 100
    evening.roll(1, 3).bet(1, "field", 1)
    assert len(evening.just_told(Refused)) == 1


def test_a_player_cannot_crowd_an_operators_refused_act_off_the_record() -> None:
    evening = an_evening()
    for _ in range(100):
        evening.bet(1, "field", 1)
    assert len(evening.operator("hand_pay", seat=1, reference="17").just_told(Refused)) == 1


def test_chance_that_nobody_wants_is_refused() -> None:
    evening = an_evening().happens(Drawn(1, "00" * 8, {}))
    assert [told.code for told in evening.just_told(Refused)] == ["no_draw_wanted"]
    evening.bet(1, "pass_line", 500).close().draw().press().happens(Drawn(2, "00" * 8, {}))
    assert [told.code for told in evening.just_told(Refused)] == ["no_draw_wanted"]


def failing(_work: Work, _event: object) -> None:
    raise KeyError("a drawer that is not there")


def stealing(work: Work, _event: object) -> None:
    work.table.game.pay(1, 5)


@pytest.mark.parametrize("handler, hold", [(failing, "core"), (stealing, "books")])
def test_an_event_that_makes_the_core_fail_is_refused_and_holds_the_table(
    monkeypatch: pytest.MonkeyPatch, handler: Callable[[Work, object], None], hold: str
) -> None:
    evening = an_evening().bet(1, "pass_line", 500)
    before = plain(evening.table)["seats"]["2"]
    monkeypatch.setitem(EVENTS, CashOut, EVENTS[CashOut]._replace(handle=handler))
    evening.cash_out(2)
    assert (evening.code, evening.holds) == (f"{hold}_failed", {hold})
    after = plain(evening.table)["seats"]["2"]
    assert after["game"] == before["game"]
    monkeypatch.undo()
    assert evening.operator("resume", role="attendant").code == "nothing_to_resume"
    assert evening.operator("resume").bet(1, "field", 500).code == "ok"


def test_an_event_that_fails_again_and_again_is_recorded_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = an_evening()
    monkeypatch.setitem(EVENTS, CashOut, EVENTS[CashOut]._replace(handle=failing))
    for _ in range(100):
        evening.cash_out(2)
    assert len(evening.all_told(Refused)) == REFUSALS_RECORDED


def test_the_end_of_a_phase_that_makes_the_core_fail_holds_the_table_where_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_work: Work) -> None:
        raise ZeroDivisionError(f"at {object()}")

    evening = an_evening().bet(1, "pass_line", 500)
    monkeypatch.setitem(machine.DUE, Phase.BETTING, fails)
    evening.time_is_up()
    assert (evening.phase, evening.holds) == (Phase.BETTING, {"core"})
    assert "0x…" in evening.table.holds["core"]["why"]
    monkeypatch.undo()
    assert evening.operator("resume").time_is_up().phase is Phase.CLOSED


def test_a_clock_that_goes_backwards_gives_nobody_time() -> None:
    evening = an_evening().bet(1, "pass_line", 500)
    assert step(evening.table, Drawn(1, "", {}), -5000).table.left == 25_000


def _codes_in(path: Path) -> set[str]:
    """The first words of every Refuse, and of every pair that begins a refusal behind the door."""
    tree = ast.parse(path.read_text())
    codes = set()
    for node in ast.walk(tree):
        first: ast.expr | None = None
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refuse", "Failure") and node.args:
            first = node.args[0]
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            first = next(iter(node.value.elts), None)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Acted" and node.args:
            pair = node.args[0]
            first = pair.elts[0] if isinstance(pair, ast.Tuple) else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            codes.add(first.value)
    return codes


def test_every_code_is_listed_once_with_its_meaning_and_no_other_is_used() -> None:
    room = Path(controller.table.__path__[0])
    used = {row.code for row in EVENTS.values() if row.code} | {
        "ok",
        "stale_id",
        "id_jump",
        "series_over",
        "core_failed",
        "books_failed",
    }
    used.add("not_recordable")  # said by the store, of what it cannot keep
    for path in (*room.rglob("*.py"), Path(controller.games.craps.at_the_table.__file__)):
        used |= _codes_in(path)
    not_refusals = {"unit_changed", "roll_jump", "nonsense", "core", "books"}
    assert used - not_refusals == set(CODES)


def test_the_codes_that_both_rooms_use_mean_the_same() -> None:
    assert set(CODES) & set(OF_THE_CRAPS_ROOM) == {"bad_amount", "short_balance"}
