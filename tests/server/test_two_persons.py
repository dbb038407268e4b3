"""What is too much for one person: who stands by gives key and PIN, and is named in journal, log and papers."""

import pytest

from controller.facts.staff_kinds import ActDone, StationEntered
from controller.table.staff.people import LOCKED_AFTER
from tests.server.simulated import SimulatedCabinet
from tests.server.staff import PIN, StaffMember
from tests.server.test_the_way_in import WRONG, on_record, staffed

ANN = {"second": "ann", "second_pin": PIN}
BOTH = ("OPERATOR", "ATTENDANT")


def house(**settings: object) -> tuple[SimulatedCabinet, StaffMember, StaffMember]:
    """Eve the supervisor and ann the attendant, in a house that wants two persons for more than 1000."""
    cabinet, eve, ann = staffed(*BOTH)
    assert eve.settings(alone_up_to=1000, **settings)["ok"]
    return cabinet, eve, ann


def test_more_than_the_house_trusts_one_with_wants_a_second_and_the_refusal_says_whom() -> None:
    cabinet, eve, _ = house()
    assert eve.act("credit", seat=1, amount=1000)["ok"]
    lacks = eve.act("credit", seat=1, amount=1001)
    assert (lacks["ok"], lacks["code"], lacks["details"]) == (
        False, "second_missing", {"roles": ["attendant", "supervisor"]},
    )  # fmt: skip
    assert cabinet.table.game.money(1).credits == 1000
    assert eve.act("credit", seat=1, amount=1001, **ANN)["details"]["second"] == "ann"
    assert cabinet.table.game.money(1).credits == 2001


def test_without_the_setting_one_person_is_enough() -> None:
    _, eve, _ = staffed(*BOTH)
    assert eve.act("credit", seat=1, amount=1001)["ok"]


def test_who_stood_by_is_named_in_journal_and_log() -> None:
    cabinet, eve, _ = house()
    assert eve.act("credit", seat=1, amount=5000, **ANN)["ok"]
    done = [fact for fact in cabinet.store.decisions if isinstance(fact, ActDone)]
    assert done[-1] == ActDone("credit", "", "eve", "supervisor", 1, "", "ann", 1)
    assert on_record(cabinet, ActDone)[-1] == "credit by eve with ann (supervisor)"
    assert on_record(cabinet)[-1] == "ann stood by at operator of eve"


@pytest.mark.parametrize(
    "keys, second, code",
    [
        (BOTH, {"second": "ann"}, "second_pin"),
        (BOTH, {"second": "ann", "second_pin": WRONG}, "second_pin"),
        (BOTH, {"second": "eve", "second_pin": PIN}, "second_alone"),
        (BOTH, {"second": "bob", "second_pin": PIN}, "second_alone"),
        (("OPERATOR",), ANN, "second_key"),
    ],
)
def test_a_second_person_without_pin_or_key_or_who_is_nobody_else_is_none(
    keys: tuple[str, ...], second: dict[str, str], code: str
) -> None:
    cabinet, eve, _ = house()
    cabinet.turn_keys(*keys)
    answer = eve.act("credit", seat=1, amount=5000, **second)
    assert (answer["ok"], answer["code"]) == (False, code)
    assert cabinet.table.game.money(1).credits == 0


def test_wrong_pins_of_a_second_person_lock_out_and_stand_on_record() -> None:
    cabinet, eve, _ = house()
    for _ in range(LOCKED_AFTER):
        assert eve.act("credit", seat=1, amount=5000, second="ann", second_pin=WRONG)["code"] == "second_pin"
    assert eve.act("credit", seat=1, amount=5000, **ANN)["code"] == "locked_out"
    assert on_record(cabinet).count("ann wrong pin at operator of eve") == LOCKED_AFTER
    assert eve.act("unlock_person", name="ann")["ok"]
    assert eve.act("credit", seat=1, amount=5000, **ANN)["ok"]
    assert cabinet.table.people["ann"].failures == 0


def test_hand_pays_and_reversals_of_much_want_two_and_each_has_a_reason_or_a_receipt() -> None:
    cabinet, eve, _ = house()
    move = eve.act("credit", seat=1, amount=5000, **ANN)["details"]["move"]
    reverse = {"reference": move, "reason": "the wrong seat"}
    assert eve.act("reverse", reference=move)["code"] == "reason_missing"
    assert eve.act("reverse", **reverse)["code"] == "second_missing"
    assert eve.act("reverse", **reverse, **ANN)["ok"]
    cabinet.terminal(1, credits=5000).command("cash_out")
    assert eve.act("hand_pay", seat=1, reference="17")["code"] == "second_missing"
    assert eve.act("cancel_hand_pay", seat=1, reference="plays on")["code"] == "second_missing"
    assert eve.act("hand_pay", seat=1, reference="17", **ANN)["details"]["second"] == "ann"


def test_rules_of_the_game_want_a_second_person_of_the_workshop_by_a_setting() -> None:
    _, eve, _ = house(two_for_rules=True)
    tom = eve.add("tom", "technician")
    change = {"limits": {"max": 150_000}}
    looked = eve.preview(**change)
    told = {"change": change, "confirm": looked["confirm"]}
    assert eve.act("settings", **told)["code"] == "second_missing"
    assert eve.act("settings", **told, **ANN)["code"] == "second_role"
    assert eve.act("settings", **told, second="tom", second_pin=tom.pin)["ok"]


def test_nobody_alone_turns_off_that_two_are_wanted() -> None:
    cabinet, eve, _ = house()
    looked = eve.preview(alone_up_to=None)
    alone = eve.act("settings", change={"alone_up_to": None}, confirm=looked["confirm"])
    assert alone["code"] == "second_missing"
    assert cabinet.table.settings.alone_up_to == 1000


def test_two_departments_are_two_roles_where_the_house_wants_that() -> None:
    _, eve, _ = house(two_departments=True)
    eve.add("eva", "supervisor")
    same = eve.act("credit", seat=1, amount=5000, second="eva", second_pin=PIN)
    assert same["code"] == "second_role"
    assert eve.act("credit", seat=1, amount=5000, **ANN)["ok"]


def test_a_second_person_whose_act_was_taken_is_seen_to_have_come_and_not_signed_in() -> None:
    cabinet, eve, ann = house()
    assert eve.act("credit", seat=1, amount=5000, **ANN)["ok"]
    stood = [fact for fact in cabinet.store.decisions if isinstance(fact, StationEntered) and fact.did == "stood_by"]
    assert [(fact.operator, fact.why) for fact in stood] == [("ann", "credit of eve")]
    assert ann.act("hold")["ok"], "ann's own session stands"
