"""Operators' stations and displays at their desks: acts, settings in two steps, looks, questions anybody may ask."""

from concurrent.futures import Future
from typing import Any

import pytest

from config.text.languages import languages
from controller.books import load_book
from controller.facts.kinds import Refused
from controller.facts.staff_kinds import SettingsChanged
from controller.games.craps.returns import exposure
from controller.games.craps.rules.bets import KINDS
from controller.server.staff.settings.cap_check import ReturnsFound
from tests.server.simulated import WALL_CLOCK, SimulatedCabinet, Someone


def open_cabinet() -> SimulatedCabinet:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    return cabinet


def test_commands_are_numbered_by_person_and_go_on_at_another_station() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    before = eve.id
    assert eve.act("hold")["ok"]
    again = cabinet.staff("eve")
    assert again.comes() == "ok"
    assert again.id == before + 1


def test_a_session_says_what_stands_on_paper_by_the_machine_s_own_clock_and_zone() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    paper = {**eve.session["paper"]}
    machine = paper.pop("machine")
    assert paper == {"fingerprint": "0123-4567", "zone": "UTC", "clock": WALL_CLOCK}
    assert (machine["game"], machine["book"].partition(" ")[0]) == ("craps", "electronic")


def test_a_credit_sent_twice_is_given_once() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    first = eve.act("credit", seat=1, amount=5000)
    eve.id -= 1
    assert eve.act("credit", seat=1, amount=5000) == first
    assert first["ok"]
    assert cabinet.table.game.money(1).credits == 5000


def test_a_credit_whose_answer_was_lost_is_not_given_again_after_signing_in_anew() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    assert eve.act("credit", seat=1, amount=5000)["ok"]
    again = cabinet.staff("eve")
    again.comes()
    again.id -= 1
    assert again.act("credit", seat=1, amount=5000)["ok"]
    assert cabinet.table.game.money(1).credits == 5000


def test_a_chance_that_would_break_the_cap_is_refused_with_the_bets_that_would() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    looked = eve.preview(power_odds_chance="1/2")
    assert (looked["ok"], looked["code"], looked["confirm"]) == (False, "over_the_cap", "")
    assert "%" in looked["reason"]
    assert any(float(row["then"]) > 99 for row in looked["returns"])
    assert cabinet.table.game.settings()["power_odds_chance"] == "1/20"
    assert eve.settings(power_odds_chance="1/40")["ok"]
    assert cabinet.table.game.settings()["power_odds_chance"] == "1/40"


def test_the_exact_return_of_every_bet_is_shown_before_anything_is_changed() -> None:
    cabinet = open_cabinet()
    looked = cabinet.supervisor().preview(power_odds_chance="1/40")
    rows = {row["bet"]: row for row in looked["returns"]}
    assert (rows["pass_line"]["now"], rows["pass_line"]["edge_then"]) == ("98.585859", "7/495")
    assert float(rows["any_seven"]["then"]) < float(rows["any_seven"]["now"]) < 99
    assert looked["turned"] == [{"name": "power_odds_chance", "old": "1/20", "new": "1/40"}]
    assert cabinet.table.game.settings()["power_odds_chance"] == "1/20"


def test_what_one_roll_can_cost_is_shown_for_every_seat_and_no_more_than_the_house_bears() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    halved = eve.preview(limits={"max": 250_000})["exposed"]
    assert 0 < halved["then"] < halved["now"] == len(cabinet.table.seats) * exposure(load_book("electronic"))
    assert eve.preview(liability_limit=1_000_000)["exposed"] == {"now": halved["now"], "then": 1_000_000}


def test_limits_by_kind_are_looked_at_turned_told_and_taken_away_again() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    looked = eve.preview(line={"min": 1000}, one_roll={"max": 5000})
    assert looked["exposed"]["then"] < looked["exposed"]["now"]
    assert {row["name"]: row["new"] for row in looked["turned"]} == {"line": {"min": 1000}, "one_roll": {"max": 5000}}
    assert eve.settings(line={"min": 1000}, one_roll={"max": 5000})["ok"]
    rows = {row["name"]: row for row in eve.look("settings")["settings"]}
    assert (rows["line.min"]["value"], rows["line.max"]["value"], rows["line.max"]["optional"]) == (1000, None, True)
    assert cabinet.table.game.offer()["spots"]["pass_line"]["min"] == 1000
    assert eve.settings(line={"min": None})["ok"]
    (told,) = (
        fact
        for fact in cabinet.store.decisions
        if isinstance(fact, SettingsChanged) and fact.new.get("line", 0) is None
    )
    assert told.old["line"] == {"min": 1000}
    assert cabinet.table.game.offer()["kinds"] == {"one_roll": {"min": 100, "max": 5000, "step": 100}}


def test_a_multiple_of_odds_is_chosen_within_the_book_and_its_return_is_shown_before() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    row = next(row for row in eve.look("settings")["settings"] if row["name"] == "odds_times")
    assert (row["value"], row["optional"], row["choices"]) == (None, True, ["1x", "2x"])
    looked = eve.preview(odds_times="1x")
    rows = {row["bet"]: row for row in looked["returns"]}
    both = rows["pass_line+pass_odds"]
    assert (both["now"], both["edge_now"], both["then"], both["edge_then"]) == (
        "99.393939",
        "1/165",
        "99.151515",
        "7/825",
    )
    assert rows["pass_line"]["now"] == rows["pass_line"]["then"]
    assert eve.settings(odds_times="1x")["ok"]
    assert cabinet.table.game.offer()["spots"]["pass_odds"]["most_times_base"] == {"": "1/1"}
    refused = eve.preview(odds_times="3x")
    assert (refused["ok"], refused["code"]) == (False, "bad_setting")
    assert "must allow at most 2/1, the most of pass_odds by the book" in refused["reason"]
    assert eve.settings(odds_times=None)["ok"]


def test_settings_are_not_changed_by_who_has_not_looked_at_just_that_change() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    assert eve.act("settings", change={"bet_time": 30})["code"] == "preview_first"
    token = eve.preview(bet_time=30)["confirm"]
    assert eve.act("settings", change={"bet_time": 31}, confirm=token)["code"] == "preview_stale"
    assert eve.settings(shoot_time=9)["ok"]
    assert eve.act("settings", change={"bet_time": 30}, confirm=token)["code"] == "preview_stale"
    assert eve.act("settings", change={"bet_time": 30}, confirm=eve.preview(bet_time=30)["confirm"])["ok"]
    assert cabinet.table.settings.bet_time == 30


def test_a_change_that_must_wait_says_for_which_wager() -> None:
    cabinet = open_cabinet()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    cabinet.run(26_000)
    cabinet.roll((2, 2))
    eve = cabinet.supervisor()
    assert "must wait: seat 1 has pass_line standing" in eve.preview(power_odds_chance="1/40")["reason"]
    assert eve.preview(power_odds_chance="1/40")["about"] == {"seat": 1, "bet": "pass_line"}
    looked = eve.look("settings")
    assert ("pass_line" in looked["must_wait"], looked["waits_for"]) == (True, {"seat": 1, "bet": "pass_line"})
    assert eve.settings(limits={"max": 400_000})["ok"]


def test_what_is_no_setting_no_zone_and_no_book_is_refused_with_what_there_is() -> None:
    eve = open_cabinet().supervisor()
    for change, word in (
        ({"bet_time": 0}, "bet_time"),
        ({"bet_tim": 3}, "bet_tim"),
        ({"time_zone": "Mars/North"}, "Mars/North"),
        ({"rulebook": "roulette"}, "maryland"),
        ({"languages": ["en", "en"]}, "twice"),
        ({"languages": ["en", "xx"]}, f"there is {', '.join(languages())}, not 'xx'"),
        ({"bet_time": 20}, "in force already"),
    ):
        looked = eve.preview(**change)
        assert not looked["ok"]
        assert word in looked["reason"], looked


@pytest.mark.parametrize(
    "change, named",
    [
        ({"limits": {"step": 333}, "denomination": 700}, ("limits.step 333", "denomination 700")),
        ({"denomination": 333}, ("limits.step 100", "denomination 333")),
        ({"limits": {"step": 250}}, ("limits.step 250", "denomination 100")),
        ({"limits": {"min": 150}}, ("limits.min 150", "limits.step 100")),
        ({"limits": {"step": 300}}, ("limits.min 100", "limits.step 300")),
        ({"limits": {"step": 300, "min": 300}}, ("limits.max 500000", "limits.step 300")),
        ({"line": {"step": 333}}, ("line.step 333", "denomination 100")),
        ({"line": {"step": 500}}, ("limits.min 100", "line.step 500")),
        ({"hardways": {"max": 250}}, ("hardways.max 250", "limits.step 100")),
        ({"limits": {"step": 200, "min": 200}, "field": {"max": 700}}, ("field.max 700", "limits.step 200")),
    ],
)
def test_settings_that_no_chip_or_spot_can_make_together_are_refused(
    change: dict[str, Any], named: tuple[str, str]
) -> None:
    eve = open_cabinet().supervisor()
    looked = eve.preview(**change)
    assert (looked["ok"], looked["code"], looked["confirm"]) == (False, "bad_setting", "")
    assert all(name in looked["reason"] for name in named)
    assert eve.act("settings", change=change, confirm="x")["code"] == "preview_first"


@pytest.mark.parametrize(
    "change",
    [
        {"denomination": 25},
        {"limits": {"step": 500, "min": 500}},
        {"limits": {"step": 50}},
        {"denomination": 500},
        {"line": {"min": 500, "step": 500}, "hardways": {"step": 50, "max": 5050}},
    ],
)
def test_settings_that_go_together_are_taken(change: dict[str, Any]) -> None:
    assert open_cabinet().supervisor().settings(**change)["ok"]


def test_another_rule_book_comes_by_its_name_and_is_journalled_word_for_word() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    assert eve.settings(rulebook="maryland", time_zone="America/New_York", languages=["es"])["ok"]
    assert eve.look("table")["book"] == "maryland"
    (changed,) = (told for told in cabinet.store.decisions if isinstance(told, SettingsChanged))
    assert changed.by == "eve"
    assert cabinet.transport.broadcasts[-1]["languages"] == ["es"]
    assert (changed.old["time_zone"], changed.new["time_zone"]) == ("UTC", "America/New_York")
    assert changed.old["rulebook"].startswith("electronic ")


def test_a_preview_that_could_not_be_worked_out_is_told_and_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    cabinet = open_cabinet()
    broken: Future[ReturnsFound] = Future()
    broken.set_exception(RuntimeError("the worker is gone"))
    eve = cabinet.supervisor()
    with monkeypatch.context() as patch:
        patch.setattr(cabinet.cap_check, "begin", lambda _game, _now, _then, _change: broken)
        assert eve.preview(bet_time=30)["code"] == "failed"
    assert cabinet.loop.counters.troubles()[0].code == "preview_failed"
    assert eve.settings(bet_time=30)["ok"]


def test_a_refused_act_is_journalled_with_its_code() -> None:
    cabinet = open_cabinet()
    assert cabinet.supervisor().act("reverse", reference="nothing", reason="a mistake")["code"] == "no_such_move"
    (refused,) = (told for told in cabinet.store.decisions if isinstance(told, Refused))
    assert refused.code == "no_such_move"


def test_what_a_seat_holds_and_why_it_waits_is_seen() -> None:
    cabinet = open_cabinet()
    terminal = cabinet.terminal(1, credits=10_000)
    terminal.command("wager", round=cabinet.table.round, do="place", bet="pass_line", amount=500)
    for what in ("done", "shoot"):
        terminal.command(what, round=cabinet.table.round)
        cabinet.turn()
    cabinet.roll((2, 2))
    terminal.command("cash_out")
    cabinet.turn()
    eve = cabinet.supervisor()
    (seat,) = eve.look("seats", seat=1)["seats"]
    assert (seat["credits"], seat["layout"], seat["locked"], seat["lock"]) == (0, 500, 9500, "hand_pay")
    assert seat["stakes"] == {"pass_line": 500}
    assert "9500 paid by hand" in seat["why"]
    everybody = eve.look("seats")
    assert (len(everybody["seats"]), everybody["on_seats"]) == (4, 10_000)
    assert eve.look("seats", seat=9)["code"] == "no_such_seat"
    assert eve.look("money")["under_way"][0]["amount"] == 9500


def test_the_table_is_told_in_words_with_its_holds_and_who_may_end_them() -> None:
    cabinet = open_cabinet()
    eve = cabinet.supervisor()
    eve.act("hold", reference="a spill")
    seen = eve.look("table")
    assert seen["holds"] == [
        {
            "reason": "operator",
            "says": "a spill",
            "about": {"by": "eve", "why": "a spill"},
            "remedy": "an operator resumes",
            "ends_by": ["attendant", "supervisor"],
        }
    ]
    assert (seen["life"], seen["go_live_ready"], seen["in_service"]) == ("demo", True, False)
    assert "boxcars vault go-live" in seen["go_live"]


def test_every_setting_of_the_table_and_of_every_book_has_a_row() -> None:
    for book in ("electronic", "mbs_v3", "maryland"):
        cabinet = SimulatedCabinet(book=book)
        cabinet.link_dice()
        rows = {row["name"]: row for row in cabinet.supervisor().look("settings")["settings"]}
        of_game = set(cabinet.table.game.settings()) - {"limits"}
        kinds = {KINDS[pattern].limits for pattern in cabinet.table.game.rules()["bets"]} | {"limits"}
        limits = {f"{kind}.{end}" for kind in kinds for end in ("min", "max", "step")}
        assert {*cabinet.table.settings.model_dump(), *of_game, *limits, "odds_times"} == set(rows)
        assert rows["bet_time"]["minimum"] == 1
        assert rows["large_win"]["optional"]
        assert rows["rulebook"]["value"] == book


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
