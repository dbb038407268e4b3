"""Version 2 of the wire at the stations' desk: series, a reason of its own, fields with types and no others."""

import json
from typing import Any

import pytest

from controller.facts.staff_kinds import ActDone
from controller.protocol.stations import version_1 as operator
from controller.protocol.stations.version_2 import ActWanted
from controller.table.cash.acts import Reverse
from controller.table.records import to_json
from controller.table.staff.act import OperatorAct
from controller.table.staff.operating import ACTS
from controller.table.staff.said import in_version_1
from controller.vault.books.clerk import BOOKS
from controller.vault.books.event_log import log_rows
from tests.server.simulated import SimulatedCabinet, Someone
from tests.server.staff import PIN


class Second:
    """A supervisor at a station that speaks version 2."""

    def __init__(self, cabinet: SimulatedCabinet, **sign_in: Any) -> None:
        if not cabinet.table.people:
            cabinet.supervisor()
        self.cabinet = cabinet
        self.station = Someone(cabinet, "console", "console of eve")
        cabinet.stations = []
        self.say(kind="station_hello", software="second")
        self.say(kind="sign_in", name="eve", pin=PIN, **sign_in)
        for _ in range(3):
            self.say(kind="heartbeat", n=1)
            cabinet.turn(300)
        self.session = self.station.heard("session")[-1]
        self.id = self.session["last_id"]

    def say(self, **message: Any) -> None:
        self.station.say(**{"v": 2, **message})

    def act(self, act: str, **fields: Any) -> dict[str, Any]:
        self.id += 1
        told = {"session": self.session["session"], "operator": "eve", "role": "supervisor", "act": act}
        self.say(**{"kind": "act", "series": self.session["series"], "id": self.id, **told, **fields})
        self.cabinet.turn()
        return self.station.heard("answer")[-1]

    def offered(self, act: str) -> dict[str, Any]:
        found: dict[str, Any] = next(offer for offer in self.session["acts"] if offer["act"] == act)
        return found


def last_act(cabinet: SimulatedCabinet) -> OperatorAct:
    return [event for event in cabinet.store.events if isinstance(event, OperatorAct)][-1]


def test_a_person_who_comes_in_without_a_series_counts_from_one_in_another() -> None:
    cabinet = SimulatedCabinet()
    first = Second(cabinet)
    assert (first.session["v"], first.session["last_id"]) == (2, 0)
    answer = first.act("hold", reason="a look")
    assert (answer["v"], answer["ok"], answer["series"], answer["id"]) == (2, True, first.session["series"], 1)
    again = Second(cabinet)
    assert (again.session["series"], again.session["last_id"]) == (first.session["series"] + 1, 0)
    back = Second(cabinet, series=again.session["series"])
    assert back.session["series"] == again.session["series"]


def test_who_comes_back_in_his_series_hears_the_answer_that_he_missed() -> None:
    cabinet = SimulatedCabinet()
    eve = Second(cabinet)
    missed = eve.act("credit", seat=1, amount=500)
    back = Second(cabinet, series=eve.session["series"])
    assert back.session["last_id"] == 1
    back.id = 0
    assert back.act("credit", seat=1, amount=500) == missed
    assert cabinet.table.game.money(1).credits == 500


def test_an_act_of_another_series_is_refused_and_does_nothing() -> None:
    cabinet = SimulatedCabinet()
    eve = Second(cabinet)
    answer = eve.act("credit", seat=1, amount=500, series=eve.session["series"] + 1)
    assert (answer["code"], answer["details"]) == ("series_over", {"series": eve.session["series"]})
    assert cabinet.table.game.money(1).credits == 0


def test_the_jump_of_a_persons_ids_is_bounded_too() -> None:
    cabinet = SimulatedCabinet()
    eve = Second(cabinet)
    eve.id = 1000
    assert eve.act("hold", reason="a look")["code"] == "id_jump"
    eve.id = 999
    assert eve.act("hold", reason="a look")["ok"]


def test_why_and_what_about_stand_apart_and_the_log_says_why() -> None:
    cabinet = SimulatedCabinet()
    eve = Second(cabinet)
    move = eve.act("credit", seat=1, amount=500)["details"]["move"]
    assert eve.act("reverse", reference=move, reason="the wrong seat")["ok"]
    act = last_act(cabinet)
    assert act.act == Reverse(reference=move, reason="the wrong seat")
    noted = next(row for row in reversed(cabinet.store.decisions) if isinstance(row, ActDone))
    (line,) = log_rows(to_json(act), [to_json(noted)], BOOKS)
    assert (line.kind, json.loads(line.details)["reason"]) == ("operator", "the wrong seat")


def test_the_reason_of_a_hold_is_what_every_screen_reads() -> None:
    cabinet = SimulatedCabinet()
    assert Second(cabinet).act("hold", reason="a spilt drink")["ok"]
    assert cabinet.table.holds["operator"]["why"] == "a spilt drink"


@pytest.mark.parametrize(
    "act, fields, code",
    [
        ("close_out", {}, "reason_missing"),
        ("close_out", {"reference": "a test"}, "bad_field"),
        ("credit", {"seat": 1, "amount": 500, "reason": "a test"}, "bad_field"),
        ("resume", {"seat": 1}, "bad_field"),
        ("hold", {"reason": "a look", "keep_days": 3}, "bad_field"),
        ("archive", {"reference": "stick", "change": {"keep_days": 3}}, "bad_field"),
        ("hold", {"reason": "two\nlines"}, "bad_words"),
    ],
)
def test_a_field_that_the_act_does_not_take_is_refused_whichever_it_is(
    act: str, fields: dict[str, Any], code: str
) -> None:
    cabinet = SimulatedCabinet()
    cabinet.link_dice()
    eve = Second(cabinet)
    if act == "close_out":
        assert eve.act("hold", reason="first")["ok"]
    assert eve.act(act, **fields)["code"] == code


def test_a_key_twice_or_a_stray_one_is_no_message() -> None:
    cabinet = SimulatedCabinet()
    eve = Second(cabinet)
    for data in (b'{"kind":"heartbeat","v":2,"n":1,"n":2}', b'{"kind":"heartbeat","v":2,"n":1,"m":2}'):
        eve.station.say_bytes(data)
        cabinet.turn()
        assert eve.station.heard("not_taken")[-1]["code"] == "bad_message"


def test_the_session_offers_in_the_words_of_its_version() -> None:
    cabinet = SimulatedCabinet()
    one = cabinet.supervisor().offered()
    two = Second(cabinet)
    assert (one["void"]["needs"], two.offered("void")["needs"]) == (["reference"], ["reason"])
    assert one["reverse"]["needs"] == two.offered("reverse")["needs"] == ["reference", "reason"]
    assert (one["archive"]["needs"], two.offered("archive")["needs"]) == (
        ["reference", "change"],
        ["reference", "keep_days"],
    )


def test_every_field_that_an_act_needs_or_takes_is_on_the_wire_in_both_versions() -> None:
    for row in ACTS.values():
        assert {*row.needs, *row.takes} <= ActWanted.model_fields.keys()
        needs, takes = in_version_1(row)
        first = {*needs, *takes}
        assert first <= operator.ActWanted.model_fields.keys()
        assert len(first) == len(row.needs) + len(row.takes)
