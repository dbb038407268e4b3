"""Operators' stations and displays at their desks: acts by role, settings and the cap, questions anybody may ask."""

from concurrent.futures import Future
from typing import Any

import pytest

from controller.server.cap_check import Found
from controller.table.decisions import Refused
from tests.server.simulated import SimulatedCabinet, Someone


def station_of(cabinet: SimulatedCabinet, name: str = "menu") -> Someone:
    station = Someone(cabinet, "operator", name)
    station.say(kind="station_hello", software="test")
    cabinet.turn()
    station.last_id = station.heard("station_welcome")[-1]["last_id"]
    return station


def settings(cabinet: SimulatedCabinet, station: Someone, **change: Any) -> dict[str, Any]:
    """The answer to a supervisor's change."""
    station.command("act", operator="eve", role="supervisor", act="settings", change=change)
    cabinet.turn()
    cabinet.turn(300)
    answer: dict[str, Any] = station.heard("answer")[-1]
    assert answer["id"] == station.last_id
    return answer


def test_an_act_belongs_to_its_roles() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    station = station_of(cabinet)
    station.command("act", operator="ann", role="attendant", act="void", reference="why not")
    cabinet.turn()
    assert station.heard("answer")[-1]["code"] == "role"


def test_a_station_counts_on_from_its_last_id_when_it_comes_back() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    station = station_of(cabinet)
    station.command("act", operator="ann", role="attendant", act="hold")
    cabinet.turn()
    assert station_of(cabinet).last_id == 1


def test_a_credit_sent_twice_is_given_once() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    station = station_of(cabinet)
    for _ in range(2):
        station.say(kind="act", id=1, operator="ann", role="attendant", act="credit", seat=1, amount=5000)
    cabinet.turn()
    assert [answer["ok"] for answer in station.heard("answer")] == [True, True]
    assert cabinet.table.game.money(1).credits == 5000


@pytest.mark.timeout(120)
def test_a_chance_that_would_break_the_cap_is_refused_with_the_bets_that_would() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    station = station_of(cabinet)
    answer = settings(cabinet, station, power_odds_chance="1/2")
    assert (answer["ok"], answer["code"]) == (False, "over_the_cap")
    assert "%" in answer["reason"]
    (refused,) = (decision for decision in cabinet.store.decisions if isinstance(decision, Refused))
    assert (refused.code, refused.reason[:600]) == ("over_the_cap", answer["reason"])
    assert cabinet.table.game.settings()["power_odds_chance"] == "1/20"
    assert settings(cabinet, station, power_odds_chance="1/40")["ok"]
    assert cabinet.table.game.settings()["power_odds_chance"] == "1/40"


def test_a_change_whose_returns_could_not_be_worked_out_is_refused_and_the_loop_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    broken: Future[Found] = Future()
    broken.set_exception(RuntimeError("the worker is gone"))
    monkeypatch.setattr(cabinet.cap_check, "begin", lambda _rules: broken)
    station = station_of(cabinet)
    assert settings(cabinet, station, power_odds_chance="1/40")["code"] == "returns_unknown"
    assert cabinet.loop.counting.troubles()[0].code == "cap_check_failed"
    assert settings(cabinet, station, bet_time=30)["ok"]


def test_limits_and_timers_change_at_once() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    station = station_of(cabinet)
    assert settings(cabinet, station, bet_time=30, limits={"min": 200})["ok"]
    assert cabinet.table.settings.bet_time == 30


def test_displays_ask_for_what_they_missed_and_for_nothing_else() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    display = Someone(cabinet, "display", "screen")
    display.say(kind="snapshot_wanted")
    display.say(kind="book_wanted")
    display.say(kind="heartbeat", n=3)
    display.say(kind="status_wanted")
    cabinet.turn()
    assert display.heard("table")[0]["phase"] == "idle"
    assert display.heard("book")[0]["digest"] == display.heard("table")[0]["book"]
    assert display.heard("heartbeat")[0]["n"] == 3
    assert display.heard("not_taken")


def test_status_names_seats_links_counts_and_troubles() -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    terminal = cabinet.terminal(1, credits=1000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="field", amount=100_000)
    terminal.say(kind="nonsense")
    cabinet.turn(300)
    watcher = Someone(cabinet, "records", "local records")
    watcher.say(kind="status_wanted")
    cabinet.turn(300)
    status = watcher.heard("status")[0]
    assert status["ready"]
    assert status["seats"][0]["linked"]
    assert status["links"][0]["up"]
    assert status["counters"]["refused.short_balance"] == 1
    assert status["troubles"][0]["code"] == "bad_message"
    assert sum(status["latencies"]["answer"]["counts"]) >= 1
