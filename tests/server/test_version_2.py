"""Version 2 of the wire at the terminals' desk: series of ids, several wagers at once, strict keys."""

import json
from typing import Any

import pytest

from controller.table.cash.events import AuthorityAnswered
from controller.table.commands.clients import LARGEST_ID
from controller.table.events import SeriesWanted
from controller.table.jackpots.events import JackpotLeased
from controller.table.round.opening import open_game
from controller.table.staff.settings import TableSettings
from controller.table.state import Client
from tests.jackpots.playing import book as jackpot_book
from tests.server.simulated import SimulatedCabinet, Someone


def playing() -> SimulatedCabinet:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    return cabinet


class Second(Someone):
    """A terminal of seat 1 that speaks version 2."""

    def __init__(self, cabinet: SimulatedCabinet, credits: int = 10_000) -> None:
        super().__init__(cabinet, "terminal", "key of seat 1", 1)
        if credits:
            cabinet.terminal(1, credits)
            cabinet.alive.clear()
        self.series: int | None = None
        self.hello()

    def say(self, **message: Any) -> None:
        super().say(**{"v": 2, **message})

    def hello(self, **more: Any) -> dict[str, Any]:
        known = {} if self.series is None else {"series": self.series}
        self.say(kind="hello", seat=1, software="second", **(known | more))
        self.cabinet.turn()
        welcome = self.heard("welcome")[-1]
        self.series, self.last_id = welcome["series"], welcome["last_id"]
        return welcome

    def wagers(self, *rows: dict[str, Any], **more: Any) -> dict[str, Any]:
        here = {"series": self.series, "round": self.cabinet.table.round}
        self.command("wagers", **{**here, "wagers": rows, **more})
        self.cabinet.turn()
        return self.heard("answer")[-1]


FIELD: dict[str, Any] = {"do": "place", "bet": "field", "amount": 500}
LINE: dict[str, Any] = {"do": "place", "bet": "pass_line", "amount": 1000}


def begun(cabinet: SimulatedCabinet) -> list[SeriesWanted]:
    return [event for event in cabinet.store.events if isinstance(event, SeriesWanted)]


# ---- series -----------------------------------------------------------------------------------------------------


def test_a_process_that_has_just_begun_counts_from_one_in_a_series_of_its_own() -> None:
    cabinet = playing()
    first = Second(cabinet)
    assert first.wagers(FIELD)["series"] == first.series
    again = Second(cabinet, credits=0)
    assert again.series != first.series
    assert again.last_id == 0
    assert again.wagers(FIELD)["ok"]
    assert cabinet.table.game.money(1).layout == 1000


def test_a_series_in_which_nothing_was_sent_is_granted_again_and_costs_no_entry() -> None:
    cabinet = playing()
    for _ in range(20):
        Second(cabinet, credits=0)
    assert begun(cabinet) == []


def test_a_terminal_that_lost_its_line_goes_on_in_its_series_and_hears_what_it_missed() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    terminal.wagers(FIELD)
    series = terminal.series
    welcome = terminal.hello(unfinished=[1, 2])
    assert (welcome["series"], welcome["last_id"], welcome["unknown"]) == (series, 1, [2])
    assert [answer["id"] for answer in terminal.heard("answer")] == [1, 1]


def test_what_a_terminal_sent_in_a_series_that_is_over_is_neither_answered_nor_unknown() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    terminal.wagers(FIELD)
    mine = terminal.series
    Second(cabinet, credits=0).wagers(FIELD)
    welcome = terminal.hello(unfinished=[1, 2])
    assert welcome["series"] != mine
    assert (welcome["last_id"], welcome["unknown"]) == (0, [])
    assert len(terminal.heard("answer")) == 1


def test_a_command_of_another_series_is_refused_and_told_which_one_counts() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    assert terminal.series is not None
    for series in (terminal.series + 1, LARGEST_ID):
        answer = terminal.wagers(FIELD, series=series)
        assert (answer["code"], answer["details"]) == ("series_over", {"series": terminal.series})
    assert cabinet.table.game.money(1).layout == 0


def test_commands_of_one_turn_around_a_hello_are_answered_each_in_its_series() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    terminal.wagers(FIELD)
    here = {"kind": "wagers", "round": cabinet.table.round}
    terminal.say(**here, series=terminal.series, id=2, wagers=[FIELD])
    terminal.say(kind="hello", seat=1, software="second")
    terminal.say(**here, series=(terminal.series or 0) + 1, id=2, wagers=[{**FIELD, "amount": 1}])
    cabinet.turn()
    told = [(answer["series"], answer["id"], answer["ok"]) for answer in terminal.heard("answer")[1:]]
    assert told == [(terminal.series, 2, True), ((terminal.series or 0) + 1, 2, False)]


def test_the_jump_of_ids_is_bounded_in_both_versions() -> None:
    cabinet = playing()
    old = cabinet.terminal(1, credits=1000)
    old.say(kind="wager", id=2**63 - 1, round=cabinet.table.round, do="place", bet="field", amount=100)
    cabinet.turn()
    assert old.heard("answer")[-1]["details"] == {"last": 0, "most": 1000}
    terminal = Second(cabinet, credits=0)
    terminal.last_id = 1000
    assert terminal.wagers(FIELD)["code"] == "id_jump"
    terminal.last_id = 999
    assert terminal.wagers(FIELD)["ok"]


@pytest.mark.parametrize("version", [1, 2])
def test_a_seat_that_one_command_had_closed_for_ever_can_be_played_again(version: int) -> None:
    """As a journal of before the jump was bounded may have it."""
    cabinet = playing()
    cabinet.terminal(1, credits=10_000)
    cabinet.store.table.clients["seat-1"] = Client(2**63 - 1)
    terminal = Second(cabinet, credits=0) if version == 2 else cabinet.terminal(1)
    assert terminal.heard("welcome")[-1]["last_id"] == 0
    if isinstance(terminal, Second):
        assert terminal.wagers(FIELD)["ok"]
    else:
        terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
        cabinet.turn()
        assert terminal.heard("answer")[-1]["ok"]
    assert begun(cabinet) == [SeriesWanted("seat-1")]


def test_a_person_whose_numbers_were_used_up_can_act_again() -> None:
    cabinet = SimulatedCabinet()
    eve = cabinet.supervisor()
    eve.station.say(kind="sign_out", session=eve.session["session"])
    cabinet.turn()
    cabinet.store.table.clients["operator/eve"] = Client(2**63 - 1)
    assert eve.comes("sign_in") == "ok"
    assert eve.act("hold", reference="a look")["ok"]


# ---- several wagers ---------------------------------------------------------------------------------------------


def test_several_wagers_are_one_command_and_after_them_the_seat_follows_where_not_all_only_place() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    answer = terminal.wagers(FIELD, LINE)
    assert (answer["v"], answer["ok"]) == (2, True)
    assert answer["purse"] == {"credits": 8500, "layout": 1500, "vigorish": 0}
    told = len(terminal.heard("seat"))
    terminal.wagers(FIELD, LINE)
    assert len(terminal.heard("seat")) == told
    terminal.wagers({"do": "take_down", "bet": "field"}, FIELD, FIELD)
    assert terminal.heard("seat")[-1]["stakes"] == {"field": 1000, "pass_line": 2000}


def test_where_one_of_several_is_refused_the_answer_says_which_and_nothing_was_done() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    answer = terminal.wagers(FIELD, LINE, {"do": "place", "bet": "dont_pass", "amount": 500})
    assert (answer["code"], answer["details"]) == ("exclusive", {"wager": 2, "do": "place", "bet": "dont_pass"})
    assert answer["purse"] == {"credits": 10_000, "layout": 0, "vigorish": 0}


# ---- strict -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong, names",
    [
        ({"wagers": [{**FIELD, "on": True}]}, "on"),
        ({"wagers": [{"do": "turn", "bet": "field", "on": True, "amount": 5}]}, "amount"),
        ({"wagers": [{"do": "take_down", "bet": "field", "on": True}]}, "on"),
        ({"wagers": [{"do": "place", "bet": "field"}]}, "amount"),
        ({"wagers": []}, "wagers"),
        ({"wagers": [FIELD] * 65}, "wagers"),
        ({"wagers": [FIELD], "amount": 5}, "amount"),
        ({"wagers": [FIELD], "id": 2**53}, "id"),
        ({"kind": "wager", "do": "place", "bet": "field", "amount": 5}, "wager"),
        ({"wagers": [FIELD], "v": 1}, "said hello in version 2"),
        ({"wagers": [FIELD], "v": 3}, "v"),
    ],
)
def test_a_stray_key_and_a_missing_one_are_refused_and_named(wrong: dict[str, Any], names: str) -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    terminal.say(**{"kind": "wagers", "series": terminal.series, "id": 1, "round": 1, **wrong})
    cabinet.turn()
    refused = terminal.heard("not_taken")[-1]
    assert refused["code"] == "bad_message"
    if wrong.get("v") != 1:
        assert names in refused["reason"]
    assert cabinet.table.game.money(1).layout == 0


@pytest.mark.parametrize(
    "data",
    [
        f'{{"kind":"wagers","v":2,"series":0,"id":1,"id":2,"round":1,"wagers":[{json.dumps(FIELD)}]}}',
        '{"kind":"wagers","v":2,"series":0,"id":1,"round":1,"wagers":[{"do":"place","bet":"field","amount":1,"amount":500}]}',
    ],
)
def test_a_key_that_stands_twice_is_refused(data: str) -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    terminal.say_bytes(data.encode())
    cabinet.turn()
    assert "stands twice" in terminal.heard("not_taken")[-1]["reason"]
    assert cabinet.table.game.money(1).layout == 0


def test_a_connection_speaks_the_version_of_its_hello_and_may_say_another_hello() -> None:
    cabinet = playing()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.say(kind="heartbeat", v=2, n=1)
    cabinet.turn()
    assert "said hello in version 1" in terminal.heard("not_taken")[-1]["reason"]
    terminal.say(kind="hello", v=2, seat=1, software="second")
    terminal.say(kind="heartbeat", v=2, n=5)
    cabinet.turn()
    assert terminal.heard("welcome")[-1]["v"] == 2
    assert terminal.heard("heartbeat")[-1] == {"kind": "heartbeat", "v": 1, "n": 5}
    terminal.say(kind="hello", seat=1, software="first again")
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=500)
    cabinet.turn()
    assert terminal.heard("welcome")[-1]["v"] == 1
    assert terminal.heard("answer")[-1]["v"] == 1


def test_who_has_not_said_hello_is_told_so_in_either_version() -> None:
    cabinet = playing()
    for message in ({"kind": "heartbeat", "v": 2, "n": 1}, {"kind": "cash_out", "v": 2, "series": 0, "id": 1}):
        stranger = Someone(cabinet, "terminal", "key of seat 1", 1)
        stranger.say(**message)
        cabinet.turn()
        assert stranger.heard("not_taken")[-1]["code"] == "hello_first"


# ---- pages ------------------------------------------------------------------------------------------------------


def dark(cabinet: SimulatedCabinet) -> bool | None:
    screen = cabinet.table.seats[1].screen
    return None if screen is None else not screen


def test_a_screen_without_a_page_for_ten_seconds_is_dark_and_a_page_loaded_anew_is_not() -> None:
    cabinet = playing()
    terminal = Second(cabinet)
    cabinet.alive.append(terminal)
    terminal.say(kind="pages_open", pages=0)
    cabinet.run(20_000)
    assert dark(cabinet) is None
    terminal.say(kind="pages_open", pages=1)
    cabinet.turn()
    terminal.say(kind="pages_open", pages=0)
    cabinet.run(9_000)
    assert dark(cabinet) is False
    terminal.say(kind="pages_open", pages=1)
    cabinet.turn()
    terminal.say(kind="pages_open", pages=0)
    cabinet.run(9_000)
    assert dark(cabinet) is False
    cabinet.run(2_000)
    assert dark(cabinet) is True
    assert "screen_dark" in {told.code for told in cabinet.loop.counters.troubles()}
    terminal.say(kind="pages_open", pages=1)
    cabinet.turn()
    assert dark(cabinet) is False


# ---- jackpots ---------------------------------------------------------------------------------------------------


def test_what_a_seat_has_won_of_a_jackpot_is_told_to_it_after_its_credits_and_in_version_2_alone() -> None:
    settings = TableSettings(bet_time=20, shoot_time=5, result_time=3)
    cabinet = SimulatedCabinet(table=open_game("craps", jackpot_book(), range(1, 4), settings))
    cabinet.link_dice()
    second, first = Second(cabinet), cabinet.terminal(2, 10_000)
    first.command("wager", round=cabinet.table.round, do="place", bet="horn:12", amount=300)
    assert second.wagers({"do": "place", "bet": "horn:12", "amount": 100})["ok"]
    cabinet.alive.append(second)
    for _ in range(60):  # the window and the throw
        if cabinet.table.phase.value == "betting":
            cabinet.loop.apply(JackpotLeased("n1", 1_900_000_000_000, ("boxcars",), "ab" * 64, 5000))
        if cabinet.table.throw is not None:
            break
        cabinet.run(500)
    cabinet.roll((6, 6))
    assert (cabinet.table.seats[1].lock, second.heard("jackpot_part")) == ("pot", [])
    won = AuthorityAnswered("claim", f"{cabinet.table.last_roll}/boxcars", "won", 1001, decision=7, hash="cd" * 32)
    before = cabinet.table.game.money(1).credits
    for _ in range(2):  # told twice, paid and said once
        cabinet.loop.apply(won)
        cabinet.turn()
    assert second.heard("jackpot_part") == [
        {"kind": "jackpot_part", "v": 2, "jackpot": "boxcars", "amount": 251, "prize": 1001, "by_last_roll": True}
    ]
    said = [data["kind"] for data in cabinet.transport.sent[second.peer]]
    assert said.index("jackpot_part") > said.index("settled")
    assert second.heard("seat")[-1]["credits"] == before + 251
    assert (first.heard("jackpot_part"), first.heard("seat")[-1]["lock"]) == ([], None)
