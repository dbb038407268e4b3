"""Whose rounds a seat's rounds are, as the journal tells of them."""

from typing import Any

from terminals.common.session import session

SEAT = 3
LEFT = {"credits": 500, "layout": 0, "vigorish": 0, "locked": 0}
NOTHING = dict.fromkeys(LEFT, 0)


def a_round(number: int, *rows: dict[str, Any], how: str = "settled", after: dict[str, int] = LEFT) -> dict[str, Any]:
    """Its entries are numbered from a hundred times its number on."""
    happened = [{"seq": number * 100 + index, **row} for index, row in enumerate(rows)]
    return {"round": number, "how": how, "seats": {str(SEAT): {"before": LEFT, "after": after}}, "happened": happened}


def phase(name: str) -> dict[str, Any]:
    return {"what": "phase", "phase": name}


def cash_out(move: str, standing: int = 0, seat: int = SEAT) -> dict[str, Any]:
    return {"what": "CashOut", "seat": seat, "told": {"move": move, "standing": standing, "vigorish": 0}}


def cash(move: str, state: str, into_seat: bool = False, seat: int = SEAT) -> dict[str, Any]:
    return {"what": "cash", "seat": seat, "move": move, "state": state, "into_seat": into_seat}


PLAYED = (phase("betting"), phase("closed"), phase("settling"))
OPEN = a_round(9, how="open")
PAID = (cash_out("a/1"), cash("a/1", "asked"), cash("a/1", "done"))


def shown(*told: dict[str, Any]) -> tuple[list[int], int]:
    found = session(list(told), SEAT)
    return [one["round"] for one in found.rounds], found.begins


def test_a_player_who_has_not_been_paid_out_sees_all_rounds_that_are_over() -> None:
    assert shown(OPEN, a_round(8, *PLAYED), a_round(7, *PLAYED)) == ([8, 7], 0)
    assert shown(OPEN, a_round(8, *PLAYED), a_round(7, cash("a/0", "done", into_seat=True), *PLAYED)) == ([8, 7], 0)


def test_rounds_from_before_a_cash_out_are_another_players() -> None:
    assert shown(OPEN, a_round(8, *PLAYED), a_round(7, *PAID, *PLAYED), a_round(6, *PLAYED)) == ([8, 7], 7)


def test_a_round_belongs_to_whom_its_bets_were_closed_for() -> None:
    assert shown(OPEN, a_round(8, *PLAYED), a_round(7, *PLAYED, *PAID), a_round(6, *PLAYED)) == ([8], 8)


def test_a_cash_out_in_the_round_that_is_still_open_counts_too() -> None:
    assert shown(a_round(9, *PAID, how="open"), a_round(8, *PLAYED)) == ([], 9)


def test_a_cash_out_that_was_undone_or_was_another_seats_ends_nothing() -> None:
    undone = (cash_out("a/1"), cash("a/1", "undone"))
    assert shown(OPEN, a_round(8, *undone, *PLAYED)) == ([8], 0)
    others = (cash_out("b/1", seat=4), cash("b/1", "done", seat=4))
    assert shown(OPEN, a_round(8, *others, *PLAYED)) == ([8], 0)


def test_with_bets_standing_the_session_ends_when_they_are_gone() -> None:
    paid = (cash_out("a/1", standing=500), cash("a/1", "done"))
    standing = {**NOTHING, "layout": 500}
    first = a_round(6, *paid, *PLAYED, after=standing)
    assert shown(OPEN, a_round(7, *PLAYED, after=standing), first) == ([7, 6], 0)
    assert shown(OPEN, a_round(8, *PLAYED), a_round(7, *PLAYED, after=NOTHING), first) == ([8], 8)


def test_bets_that_came_back_when_the_seat_locked_are_still_the_players() -> None:
    asked = {**cash_out("a/1"), "told": {"move": "a/1", "standing": 0, "vigorish": 0, "returned": 700}}
    assert shown(a_round(9, asked, cash("a/1", "done"), how="open"), a_round(8, *PLAYED)) == ([8], 0)


def test_where_nothing_was_played_since_the_next_round_is_the_first() -> None:
    assert shown(OPEN, a_round(8, *PLAYED, *PAID)) == ([], 9)
    assert shown(OPEN) == ([], 0)
