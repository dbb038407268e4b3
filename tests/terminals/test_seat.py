"""A seat as its terminal knows it: what a page is told, whatever is said in whatever order."""

from importlib.metadata import version
from typing import Any

import pytest

from controller.games.craps.rules.refusal import CODES as GAME_CODES
from controller.protocol.client import MOST_UNDER_WAY, SAID_AGAIN
from controller.protocol.message import Message
from controller.protocol.terminals import version_1 as wire
from controller.protocol.terminals import version_2 as second
from controller.protocol.terminals.answers import NotTaken
from controller.protocol.terminals.care import CareNow, PlaySessionNow
from controller.protocol.terminals.cash import CashMoved, CashNow
from controller.protocol.terminals.seat import SettledRow
from controller.table.refusals import CODES as TABLE_CODES
from terminals.common.past import Memory
from terminals.player.acts import PageAct, Touched, read_act
from terminals.player.seat import TerminalSeat
from tests.terminals.words_of_the_wire import BOOK, answer, settled, table, welcome, you


class Desk:
    """A seat, what its pages were told and what it said to the controller."""

    def __init__(self, up: bool = True) -> None:
        self.told: list[dict[str, Any]] = []
        self.told_one: list[dict[str, Any]] = []
        self.said: list[Message] = []
        self.now = 0.0
        self.seat = TerminalSeat(3, self.told.append, self.told_one.append, self._hear, lambda: self.now)
        if up:
            self.seat.hear(wire.Book(digest=BOOK, book={}, offer={"spots": {}}))
            self.seat.hear(welcome())
            self.seat.line(True)

    def _hear(self, message: Message) -> bool:
        self.said.append(message)
        return True

    def asks(self, **act: Any) -> None:
        found = read_act({"round": 5, **act})
        assert isinstance(found, PageAct)
        self.seat.do(found)

    def places(self, bet: str, amount: int, tag: int = 1) -> int:
        """Gives the number under which it went out."""
        self.asks(kind="wagers", tag=tag, wagers=[{"do": "place", "bet": bet, "amount": amount}])
        number: int = self.last_said().id
        return number

    def last_said(self) -> Any:
        return self.said[-1]

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        return [told for told in self.told if told["kind"] == kind]


def test_commands_count_on_from_what_the_controller_knows() -> None:
    desk = Desk()
    assert desk.places("field", 500) == 8
    assert desk.places("field", 500) == 9


def cash(**more: Any) -> CashNow:
    known: dict[str, Any] = {
        "seat": 3, "notes": (100, 2000), "tickets": True, "takes": (100, 2000), "takes_tickets": True, "why": None,
        "paper": None, "ticket": None, "ticket_limit": 100_000, "holds": (),
    }  # fmt: skip
    return CashNow(**(known | more))


def test_pages_are_told_of_notes_and_tickets_as_they_stand_and_once_when_one_moves() -> None:
    desk = Desk()
    assert desk.seat.snapshot()["cash"] is None
    desk.seat.hear(cash(why="open_move", notes=(), tickets=False))
    assert desk.of_kind("cash")[-1]["cash"]["why"] == desk.seat.snapshot()["cash"]["why"] == "open_move"
    desk.seat.hear(CashMoved(what="note", how="returned", amount=2000, why="credit_limit"))
    (moved,) = desk.of_kind("cash_moved")
    assert moved == {"kind": "cash_moved", "what": "note", "how": "returned", "amount": 2000, "why": "credit_limit"}
    assert "moved" not in desk.seat.snapshot()


def test_what_was_known_of_notes_and_tickets_is_not_shown_on_a_new_line_until_it_is_told_again() -> None:
    desk = Desk()
    desk.seat.hear(cash())
    desk.seat.hear(welcome())
    assert desk.of_kind("cash")[-1]["cash"] is desk.seat.snapshot()["cash"] is None
    desk.seat.hear(cash(ticket_limit=0))
    assert desk.seat.snapshot()["cash"]["ticket_limit"] == 0


def test_an_accepted_wager_lies_on_the_felt_and_the_purse_is_the_answers() -> None:
    desk = Desk()
    desk.seat.hear(answer(desk.places("field", 500, tag=4), purse=(9500, 500, 0)))
    told = desk.of_kind("answer")[-1]
    assert (told["tag"], told["ok"]) == (4, True)
    assert told["you"]["credits"] == 9500
    assert told["you"]["stakes"] == told["you"]["added"] == {"field": 500}


def test_a_refused_wager_changes_nothing_and_says_why() -> None:
    desk = Desk()
    before = desk.seat.you
    desk.seat.hear(answer(desk.places("field", 500), code="below_minimum"))
    told = desk.of_kind("answer")[-1]
    assert (told["ok"], told["code"], told["reason"]) == (False, "below_minimum", "it is below_minimum")
    assert desk.seat.you == before


def test_an_answer_that_comes_twice_counts_once() -> None:
    desk = Desk()
    number = desk.places("field", 500)
    desk.seat.hear(answer(number, purse=(9500, 500, 0)))
    desk.seat.hear(answer(number, purse=(9500, 500, 0)))
    assert desk.seat.you is not None
    assert desk.seat.you.stakes == {"field": 500}
    assert len(desk.of_kind("answer")) == 1


def test_an_answer_to_nothing_that_was_asked_is_nothing() -> None:
    desk = Desk()
    desk.seat.hear(answer(4711, purse=(1, 1, 0)))
    assert desk.of_kind("answer") == []
    assert desk.seat.you == you()


def test_with_the_line_down_a_page_is_refused_at_once_and_nothing_is_sent() -> None:
    desk = Desk()
    desk.seat.line(False)
    before = len(desk.said)
    desk.asks(kind="wagers", tag=9, wagers=ROWS[:1])
    assert desk.of_kind("answer")[-1] == {"kind": "answer", "tag": 9, "ok": False, "code": "line_down", "reason": ""}
    assert len(desk.said) == before


def test_commands_under_way_are_bounded() -> None:
    desk = Desk()
    for tag in range(1, MOST_UNDER_WAY + 2):
        desk.asks(kind="wagers", tag=tag, wagers=ROWS[:1])
    assert len(desk.seat.commands.under_way) == MOST_UNDER_WAY
    assert desk.of_kind("answer")[-1]["code"] == "too_many"


def test_after_a_lost_line_hello_names_what_had_no_answer_and_only_what_never_arrived_goes_out_again() -> None:
    desk = Desk()
    arrived, lost = desk.places("field", 500), desk.places("any_seven", 100)
    desk.seat.line(False)
    assert desk.seat.hello().unfinished == (arrived, lost)
    desk.said.clear()
    back = you(credits=9500, layout=500, stakes={"field": 500}, added={"field": 500})
    desk.seat.hear(welcome(last_id=arrived, unknown=(lost,), you=back))
    desk.seat.line(True)
    wagers = [message for message in desk.said if isinstance(message, second.WagersInSeries)]
    assert [message.id for message in wagers] == [lost]
    desk.seat.hear(answer(arrived, purse=(9500, 500, 0)))
    assert desk.seat.you is not None
    assert desk.seat.you.stakes == {"field": 500}  # the welcome had it in: it is not added again
    desk.seat.hear(answer(lost, purse=(9400, 600, 0)))
    assert desk.seat.you.stakes == {"field": 500, "any_seven": 100}
    assert not desk.seat.commands.under_way


def test_a_command_that_never_arrived_keeps_its_number_and_new_ones_go_past_it() -> None:
    desk = Desk()
    lost = desk.places("any_seven", 100)
    desk.seat.hear(welcome(last_id=lost - 1, unknown=(lost,)))
    assert desk.places("field", 500) > lost


def test_a_command_whose_answer_is_lost_is_sent_again_and_then_the_seat_is_asked_for() -> None:
    desk = Desk()
    number = desk.places("field", 500)
    desk.said.clear()
    desk.now += SAID_AGAIN
    desk.seat.say_again()
    assert [message.id for message in desk.said if isinstance(message, second.WagersInSeries)] == [number]
    desk.seat.hear(you(credits=9500, layout=500, stakes={"field": 500}, added={"field": 500}))
    desk.seat.hear(answer(number, purse=(9500, 500, 0)))
    assert desk.seat.you is not None
    assert desk.seat.you.stakes == {"field": 500}  # it was in the seat already: it is not added again
    assert isinstance(desk.last_said(), second.SnapshotWanted)
    assert desk.of_kind("answer")[-1]["ok"]


def test_with_the_line_down_nothing_is_sent_again() -> None:
    desk = Desk()
    desk.places("field", 500)
    desk.seat.line(False)
    desk.said.clear()
    desk.now += SAID_AGAIN
    desk.seat.say_again()
    assert desk.said == []


def test_what_the_welcome_says_is_the_truth_whatever_was_believed() -> None:
    desk = Desk()
    desk.seat.hear(answer(desk.places("field", 500), purse=(9500, 500, 0)))
    desk.seat.hear(welcome(you=you(credits=77)))
    assert desk.seat.snapshot()["you"]["credits"] == 77
    assert desk.seat.snapshot()["you"]["stakes"] == {}


def test_a_table_of_before_is_not_shown_again() -> None:
    desk = Desk()
    desk.seat.see(table(seq=5, round=6))
    desk.seat.see(table(seq=4, round=5))
    assert desk.seat.table is not None
    assert desk.seat.table.round == 6


def test_a_new_round_begins_with_nobody_done_and_nothing_to_take_back() -> None:
    desk = Desk()
    desk.seat.hear(you(done=True, stakes={"place:6": 600}, added={"place:6": 600}))
    desk.seat.see(table(seq=2, round=6))
    told = desk.of_kind("you")[-1]["you"]
    assert (told["done"], told["added"], told["stakes"]) == (False, {}, {"place:6": 600})


def test_the_layout_as_it_stood_at_the_close_is_what_repeat_would_lay() -> None:
    desk = Desk()
    layout = {"place:6": 600, "field": 500}
    desk.seat.hear(you(stakes=layout, added={"field": 500}))
    desk.seat.see(table(seq=2, phase="closed"))
    assert desk.seat.past.laid == layout
    desk.seat.hear(settled())
    desk.seat.see(table(seq=3, round=6))
    desk.seat.see(table(seq=4, round=6, phase="closed"))
    assert desk.seat.past.laid == layout  # a round that closed on nothing leaves it


# ---- one player after another -----------------------------------------------------------------------------------


def after_a_win() -> Desk:
    """Something lies on the felt, something was won, and the player has cashed out what was free."""
    desk = Desk()
    desk.seat.recall(Memory(None, None, (-1, {})), 4)
    desk.seat.hear(you(stakes={"field": 500}, layout=500))
    desk.seat.see(table(seq=2, phase="closed"))
    desk.seat.hear(settled(rows=(row("field", "win", paid=500),), you=you(credits=11_000)))
    desk.seat.see(table(seq=3, round=6))
    return desk


def test_with_the_cash_out_paid_and_nothing_left_the_next_player_finds_nothing_of_the_last() -> None:
    desk = after_a_win()
    desk.seat.hear(you(credits=0, lock="hand_pay", lock_amount=11_000))
    assert desk.seat.past.laid == {"field": 500}  # he is still here
    desk.seat.hear(you(credits=0))
    told = desk.of_kind("memory")[-1]
    assert (told["last"], told["won"], told["laid"]) == (None, None, {})


def test_a_cash_out_that_was_called_off_ends_no_session() -> None:
    desk = after_a_win()
    desk.seat.hear(you(credits=0, lock="hand_pay", lock_amount=11_000))
    desk.seat.hear(you(credits=11_000))
    desk.seat.hear(you(credits=0, stakes={"field": 11_000}, layout=11_000))
    desk.seat.hear(you(credits=0))
    assert desk.seat.past.laid == {"field": 500}
    assert desk.seat.past.won is not None


def test_a_player_who_was_paid_out_and_has_bets_standing_is_gone_once_they_are_lost() -> None:
    desk = after_a_win()
    desk.seat.hear(you(credits=0, stakes={"pass_line": 500}, layout=500, lock="hand_pay", lock_amount=11_000))
    desk.seat.hear(you(credits=0, stakes={"pass_line": 500}, layout=500))
    assert desk.seat.past.laid == {"field": 500}
    desk.seat.see(table(seq=4, round=6, phase="settling"))
    desk.seat.hear(settled(round=6, rows=(row("pass_line", "lose"),), you=you(credits=0)))
    assert desk.seat.snapshot()["last"]["net"] == -500  # that he may read
    desk.seat.see(table(seq=5, round=7))
    assert (desk.seat.past.laid, desk.seat.past.won, desk.seat.past.last) == ({}, None, None)


def test_what_the_journal_tells_of_a_session_that_began_unheard_takes_the_older_ones_away() -> None:
    desk = after_a_win()
    desk.seat.line(False)
    desk.seat.hear(welcome(table=table(seq=9, round=6), you=you(credits=20_000)))
    desk.seat.line(True)
    desk.seat.recall(Memory(None, None, (-1, {}), begins=6), 5)
    assert (desk.seat.past.laid, desk.seat.past.won, desk.seat.past.last) == ({}, None, None)


def test_a_settlement_is_told_with_its_rows_and_replaces_the_seat() -> None:
    desk = Desk()
    row = SettledRow(bet="field", stake=500, result="win", paid=500, stays=True, vigorish=0)
    desk.seat.hear(settled(rows=(row,), you=you(credits=10_500, stakes={"field": 500}, layout=500)))
    told = desk.of_kind("settled")[-1]["last"]
    assert told["rows"][0]["paid"] == 500
    assert desk.seat.snapshot()["you"]["credits"] == 10_500
    assert desk.seat.snapshot()["last"] == told


def row(bet: str, result: str, stake: int = 500, paid: int = 0, vigorish: int = 0) -> SettledRow:
    return SettledRow(bet=bet, stake=stake, result=result, paid=paid, stays=False, vigorish=vigorish)


def test_a_settlement_is_told_with_its_net_which_counts_what_was_lost_and_the_vigorish_that_went() -> None:
    desk = Desk()
    desk.seat.hear(settled(rows=(row("place:6", "win", 600, 700), row("field", "lose", 3500), row("c", "push"))))
    assert desk.of_kind("settled")[-1]["last"]["net"] == 700 - 3500
    assert desk.of_kind("settled")[-1]["won"] is None  # what it won was less than it lost
    desk.seat.hear(settled(round=6, rows=(row("buy:4", "win", 10_000, 20_000, vigorish=500),)))
    assert desk.of_kind("settled")[-1]["last"]["net"] == 19_500
    assert desk.of_kind("settled")[-1]["won"] == {"round": 6, "amount": 19_500}


def part(amount: int, prize: int, jackpot: str = "boxcars", by_last_roll: bool = True) -> second.JackpotPart:
    return second.JackpotPart(jackpot=jackpot, amount=amount, prize=prize, by_last_roll=by_last_roll)


def test_what_a_roll_won_of_jackpots_is_one_sum_with_what_else_it_brought() -> None:
    desk = Desk()
    desk.seat.hear(settled(rows=(row("horn:12", "win", 100, 3000), row("field", "lose", 500))))
    desk.seat.hear(part(33_300, 100_000))
    told = desk.of_kind("jackpot")[-1]
    assert told["pots"] == [{"jackpot": "boxcars", "amount": 33_300, "prize": 100_000}]
    assert told["won"] == {"round": 5, "amount": 2500 + 33_300}
    assert (told["last"]["net"], told["last"]["pots"]) == (2500 + 33_300, told["pots"])
    desk.seat.hear(part(700, 700, "fire_six"))
    snapshot = desk.seat.snapshot()
    assert snapshot["won"] == {"round": 5, "amount": 2500 + 33_300 + 700}
    assert [pot["jackpot"] for pot in snapshot["pots"]] == ["boxcars", "fire_six"]
    desk.seat.hear(settled(round=6, rows=(row("field", "lose"),)))
    assert (desk.seat.snapshot()["pots"], desk.seat.snapshot()["last"]["pots"]) == ([], [])
    assert desk.seat.snapshot()["won"]["round"] == 5  # the last win is still that one


def test_a_pot_that_pays_less_than_the_roll_cost_is_told_and_is_no_win_of_that_roll() -> None:
    desk = Desk()
    desk.seat.hear(settled(rows=(row("field", "lose", 5000),)))
    desk.seat.hear(part(1000, 1000))
    assert desk.of_kind("jackpot")[-1]["won"] is None
    assert desk.seat.snapshot()["last"]["net"] == -4000
    assert desk.seat.snapshot()["pots"] == [{"jackpot": "boxcars", "amount": 1000, "prize": 1000}]


@pytest.mark.parametrize("late", ["another roll was drawn", "that roll decided nothing here"])
def test_what_was_won_otherwise_than_by_the_last_roll_is_a_win_by_itself(late: str) -> None:
    desk = Desk()
    desk.seat.hear(settled(rows=(row("field", "win", 500, 500),)))
    last = {"round": 8, "how": "settled", "reason": "", "faces": (1, 2)}
    desk.seat.see(table(seq=9, round=9, last=last))
    desk.seat.hear(part(33_300, 33_300, by_last_roll=late.startswith("that")))
    told = desk.of_kind("jackpot")[-1]
    assert told["won"] == {"round": 9, "amount": 33_300}
    assert (told["last"]["net"], told["last"]["pots"]) == (500, [])


def test_the_next_player_is_told_nothing_of_what_was_won_before() -> None:
    desk = after_a_win()
    desk.seat.hear(part(1000, 1000))
    assert desk.seat.snapshot()["pots"]
    desk.seat.hear(you(credits=0, lock="hand_pay", lock_amount=11_000))
    desk.seat.hear(you(credits=0))
    assert (desk.seat.snapshot()["pots"], desk.seat.past.won) == ([], None)


# ---- rounds that ended unheard ----------------------------------------------------------------------------------


def remembered(round: int, net: int) -> Memory:
    return Memory({"round": round, "rows": [], "returned": [], "net": net, "pots": []}, None, (-1, {}))


def test_a_terminal_that_links_while_a_roll_is_paid_asks_the_journal_again_when_the_round_is_over() -> None:
    desk = Desk(up=False)
    desk.seat.hear(welcome(table=table(phase="settling", round=9)))
    desk.seat.line(True)
    assert desk.seat.asks_past() == 8
    desk.seat.recall(remembered(4, 500_000), 8)  # the journal has no round 9 yet
    assert desk.seat.snapshot()["unheard"] == 9
    assert desk.seat.asks_past() is None
    desk.seat.see(table(seq=2, round=10))
    assert desk.seat.asks_past() == 9
    desk.seat.recall(remembered(9, -500_000), 9)
    told = desk.of_kind("memory")[-1]
    assert (told["last"]["round"], told["unheard"]) == (9, -1)
    assert desk.seat.asks_past() is None


def test_a_terminal_that_links_while_bets_are_open_hears_the_rounds_from_then_on_itself() -> None:
    desk = Desk()
    assert desk.seat.asks_past() == 4
    desk.seat.recall(remembered(4, 100), 4)
    for seq in range(2, 6):
        desk.seat.see(table(seq=seq, round=4 + seq))
        assert desk.seat.asks_past() is None
    assert desk.seat.snapshot()["unheard"] == -1


@pytest.mark.parametrize("how", ["the line was lost", "words were lost on the way"])
def test_what_ended_unheard_is_asked_of_the_journal(how: str) -> None:
    desk = Desk()
    desk.seat.recall(remembered(4, 100), 4)
    later = table(seq=40, round=12)
    if how == "the line was lost":
        desk.seat.line(False)
        desk.seat.hear(welcome(table=later))
        desk.seat.line(True)
    else:
        desk.seat.hear(later)  # the whole truth, in place of what was lost
    assert desk.seat.snapshot()["unheard"] == 11
    assert desk.seat.asks_past() == 11


def test_a_book_that_the_table_does_not_play_by_is_asked_for_anew() -> None:
    desk = Desk()
    desk.said.clear()
    desk.seat.see(table(seq=2))
    assert desk.said == []
    desk.seat.see(table(seq=3, book="cd" * 32))
    assert isinstance(desk.last_said(), wire.BookWanted)


def test_a_page_that_has_just_come_is_told_everything_even_before_there_is_anything() -> None:
    desk = Desk(up=False)
    told = desk.seat.snapshot()
    assert (told["kind"], told["seat"], told["up"], told["table"], told["you"]) == ("snapshot", 3, False, None, None)
    assert desk.seat.offer()["offer"] is None


@pytest.mark.parametrize("code", ["taken_over", "wrong_seat", "no_such_seat"])
def test_a_page_is_told_why_its_seat_is_not_taken(code: str) -> None:
    desk = Desk(up=False)
    desk.seat.hear(NotTaken(code=code, reason="no"))
    assert desk.told[-1] == {"kind": "link", "up": False, "why": code}


# ---- the panel beside the screen, and a touch test --------------------------------------------------------------


def pressed(press: int, button: wire.SeatButton = "REPEAT", round: int = 5) -> wire.ButtonPressed:
    return wire.ButtonPressed(button=button, press=press, round=round)


def test_a_press_of_the_panel_goes_to_one_page_and_once() -> None:
    desk = Desk()
    for number in (1, 1, 2, 1):
        desk.seat.hear(pressed(number))
    desk.seat.hear(pressed(3, "CLEAR", round=6))
    told = {"kind": "pressed", "button": "REPEAT", "round": 5}
    assert desk.told_one == [told, told, {"kind": "pressed", "button": "CLEAR", "round": 6}]
    assert desk.of_kind("pressed") == []


def test_presses_count_anew_when_the_controller_has_started_again_and_not_when_the_line_was_lost() -> None:
    desk = Desk()
    desk.seat.hear(pressed(7))
    desk.seat.hear(welcome())
    desk.seat.hear(pressed(7))
    assert len(desk.told_one) == 1
    desk.seat.hear(welcome(epoch="00000000000000bb"))
    desk.seat.hear(pressed(1))
    assert len(desk.told_one) == 2


@pytest.mark.parametrize("end", ["null", "line", "welcome", "taken over"])
def test_a_touch_test_is_shown_until_it_is_over(end: str) -> None:
    desk = Desk()
    desk.seat.hear(wire.TouchTest(test="operator/tom/3"))
    assert desk.seat.snapshot()["touch"] == "operator/tom/3"
    match end:
        case "null":
            desk.seat.hear(wire.TouchTest(test=None))
        case "line":
            desk.seat.line(False)
        case "welcome":
            desk.seat.hear(welcome())
        case "taken over":
            desk.seat.hear(NotTaken(code="taken_over", reason="another one is here"))
    assert [told["test"] for told in desk.of_kind("touch")] == ["operator/tom/3", None]
    assert desk.seat.snapshot()["touch"] is None


def test_what_was_touched_is_told_of_the_test_that_is_wanted_and_of_no_other() -> None:
    desk = Desk()
    desk.seat.hear(wire.TouchTest(test="operator/tom/3"))
    before = len(desk.said)
    desk.seat.touched(Touched(kind="touched", test="operator/tom/2", touched=96, fields=96))
    assert len(desk.said) == before
    desk.seat.touched(Touched(kind="touched", test="operator/tom/3", touched=95, fields=96))
    assert desk.last_said() == second.FieldsTouched(test="operator/tom/3", touched=95, fields=96)


def test_the_terminal_says_which_version_it_is() -> None:
    assert Desk().seat.hello().software == f"boxcars-terminal {version('boxcars')}"


def test_a_process_that_has_just_begun_counts_in_a_series_of_its_own_and_then_stays_in_it() -> None:
    desk = Desk(up=False)
    assert desk.seat.hello().series is None
    desk.seat.hear(welcome(series=5, last_id=0))
    desk.seat.line(True)
    assert desk.seat.hello().series == 5
    assert (desk.places("field", 500), desk.last_said().series) == (1, 5)


def test_when_its_series_is_over_what_was_under_way_is_refused_and_not_sent_again() -> None:
    desk = Desk()
    lost = desk.places("field", 500, tag=4)
    desk.said.clear()
    desk.seat.hear(welcome(series=3, last_id=0, unknown=(lost,)))
    assert desk.of_kind("answer")[-1] == {"kind": "answer", "tag": 4, "ok": False, "code": "series_over", "reason": ""}
    assert [message for message in desk.said if isinstance(message, second.WagersInSeries)] == []
    assert (desk.places("field", 500), desk.last_said().series) == (1, 3)


@pytest.mark.parametrize("code", ["id_jump", "stale_id", "series_over"])
def test_when_a_number_is_not_taken_the_terminal_says_hello_and_counts_as_the_controller_does(code: str) -> None:
    desk = Desk()
    desk.seat.hear(answer(desk.places("field", 500), code=code))
    assert desk.last_said() == desk.seat.hello()
    assert desk.last_said().unfinished == ()
    desk.seat.hear(welcome(last_id=40))
    assert desk.places("field", 500) == 41


ROWS = [{"do": "place", "bet": "field", "amount": 500}, {"do": "place", "bet": "place:6", "amount": 600}]


def test_wagers_that_were_all_taken_lie_on_the_felt() -> None:
    desk = Desk()
    desk.asks(kind="wagers", tag=4, wagers=[*ROWS, ROWS[0]])
    desk.seat.hear(answer(desk.last_said().id, purse=(8400, 1600, 0)))
    told = desk.of_kind("answer")[-1]
    assert (told["tag"], told["ok"]) == (4, True)
    assert told["you"]["stakes"] == told["you"]["added"] == {"field": 1000, "place:6": 600}


def test_of_wagers_that_were_refused_the_page_is_told_which() -> None:
    desk = Desk()
    before = desk.seat.you
    desk.asks(kind="wagers", tag=4, wagers=ROWS)
    details = {"wager": 1, "do": "place", "bet": "place:6"}
    desk.seat.hear(answer(desk.last_said().id, code="off_step", details=details))
    assert desk.of_kind("answer")[-1]["wager"] == 1
    assert desk.seat.you == before


def test_what_was_taken_down_lies_there_no_more_once_its_money_is_told() -> None:
    desk = Desk()
    desk.asks(kind="wagers", tag=4, wagers=[*ROWS, {"do": "take_down", "bet": "field"}])
    desk.seat.hear(answer(desk.last_said().id, purse=(9400, 600, 0)))
    told = desk.of_kind("answer")[-1]["you"]
    assert (told["credits"], told["layout"]) == (9400, 600)
    assert told["stakes"] == told["added"] == {"place:6": 600}
    desk.asks(kind="wagers", tag=5, wagers=[{"do": "take_down", "bet": "place:6", "amount": 200}])
    desk.seat.hear(answer(desk.last_said().id, purse=(9600, 400, 0)))
    assert desk.of_kind("answer")[-1]["you"]["stakes"] == {"place:6": 400}
    desk.seat.hear(you(credits=9600, layout=400, stakes={"place:6": 400}))
    assert desk.of_kind("you")[-1]["you"]["stakes"] == {"place:6": 400}


@pytest.mark.parametrize("code", sorted({*TABLE_CODES, *GAME_CODES, "a code of a later version"}))
def test_no_refusal_whatever_it_says_ends_in_anything_but_an_answer_to_the_page(code: str) -> None:
    desk = Desk()
    for details in ({}, {"last": 7, "most": 1007}, {"wager": "first"}, {"series": 4}):
        number = desk.places("field", 500, tag=4)
        desk.seat.hear(answer(number, code=code, details=details))
        told = desk.of_kind("answer")[-1]
        assert (told["tag"], told["ok"], told["code"]) == (4, False, code)
    desk.seat.hear(NotTaken(code=code, reason="whatever it says"))
    assert desk.of_kind("link")[-1]["why"] == code


def test_what_the_journal_was_asked_for_a_player_who_is_gone_is_not_told_to_the_next_one() -> None:
    desk = Desk()
    assert desk.seat.asks_past() == 4
    desk.seat.hear(you(credits=0, lock="hand_pay", lock_amount=10_000))
    desk.seat.hear(you(credits=0))  # paid while records were looking
    desk.seat.recall(
        Memory({"round": 4, "rows": [], "returned": [], "net": 900, "pots": []}, None, (4, {"field": 5})), 4
    )
    assert (desk.seat.past.last, desk.seat.past.laid) == (None, {})
    assert desk.seat.asks_past() == 4, "the journal knows by now who is here"
    desk.seat.recall(Memory(None, None, (-1, {}), begins=5), 4)
    assert desk.seat.asks_past() is None


def test_a_session_that_follows_another_while_the_line_is_down_finds_nothing_turned_on() -> None:
    now = {
        "played_ms": 3_600_000, "brought": 0, "limits": {"minutes": 0, "loss": 0, "stake": 0}, "wanted": None,
        "wanted_in_ms": 0, "break_ms": 0, "check_in_ms": None, "time_left_ms": None,
    }  # fmt: skip
    care = CareNow.model_validate(
        {
            "seat": 3, "limit_wait_s": 3600, "break_minutes": 15, "ends_after_s": 300, "check_minutes": 60,
            "auto": True, "text": {}, "number": {}, "session": PlaySessionNow.model_validate(now),
        }
    )  # fmt: skip
    desk = Desk()
    desk.seat.hear(care)
    desk.seat.hear(care)
    assert [told["care"]["session"] is None for told in desk.of_kind("care")] == [False, False]
    desk.seat.hear(care.model_copy(update={"session": PlaySessionNow.model_validate({**now, "played_ms": 2000})}))
    assert [told["care"]["session"] is None for told in desk.of_kind("care")][2:] == [True, False]
