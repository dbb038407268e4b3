"""Keys, names and PINs: who gets in at an operators' station, who does not, and what stands on record of it."""

import pytest

from controller.facts.staff_kinds import ActDone, PersonChanged, StationEntered
from controller.facts.table import sentence
from controller.server.staff.sessions import IDLE_MS, LOCKED_MS
from controller.table.records import to_json
from controller.table.staff.people import LOCKED_AFTER
from tests.server.simulated import SimulatedCabinet
from tests.server.staff import PIN, StaffMember

WRONG = "999000"


def a_cabinet(*keys: str) -> SimulatedCabinet:
    """With a panel, and these keys turned; eve is its supervisor, and is not here."""
    cabinet = SimulatedCabinet(with_panel=True)
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    eve = cabinet.supervisor()
    eve.station.say(kind="sign_out", session=eve.session["session"])
    cabinet.turn_keys(*keys)
    return cabinet


def on_record(cabinet: SimulatedCabinet, *kinds: type) -> list[str]:
    """What the event log says of people coming, going and being turned away, or of other facts."""
    told = (fact for fact in cabinet.store.decisions if isinstance(fact, kinds or StationEntered))
    return [sentence(to_json(fact))[0] for fact in told]


def staffed(*keys: str) -> tuple[SimulatedCabinet, StaffMember, StaffMember]:
    """A cabinet with eve the supervisor and ann the attendant, both here."""
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.supervisor()
    ann = eve.add("ann", "attendant")
    cabinet.turn_keys(*keys)
    return cabinet, eve, ann


def test_a_new_machine_takes_nobody_before_it_has_a_supervisor() -> None:
    cabinet = SimulatedCabinet(with_panel=True)
    cabinet.link_dice()
    cabinet.link_panel("OPERATOR")
    ann = cabinet.staff("ann")
    entry = ann.hello()["entry"]
    assert (entry["code"], entry["first_supervisor"], entry["open"]) == ("first_supervisor", True, True)
    assert ann.comes() == "first_supervisor"
    assert ann.comes("first_supervisor") == "ok"
    assert ann.session["role"] == "supervisor"
    assert cabinet.staff("bob").comes("first_supervisor") == "supervisor_exists"
    assert list(cabinet.table.people) == ["ann"]


def test_the_first_supervisor_is_made_with_the_operator_key_and_a_pin_worth_the_name() -> None:
    cabinet = SimulatedCabinet(with_panel=True)
    cabinet.link_dice()
    cabinet.link_panel("ATTENDANT")
    ann = cabinet.staff("ann")
    assert ann.comes("first_supervisor") == "operator_key"
    cabinet.turn_keys("OPERATOR")
    for weak in ("1111", "123456", "98765", "0000000"):
        assert ann.comes("first_supervisor", pin=weak) == "weak_pin"
    assert not cabinet.table.people
    assert ann.comes("first_supervisor") == "ok"


def test_without_a_key_turned_nobody_comes_in_and_no_names_are_shown() -> None:
    cabinet = a_cabinet()
    eve = cabinet.staff("eve")
    entry = eve.hello()["entry"]
    assert (entry["open"], entry["code"], entry["names"]) == (False, "key_needed", [])
    assert eve.comes() == "key_needed"
    cabinet.turn_keys("ATTENDANT")
    assert eve.station.heard("entry")[-1]["names"] == ["eve"]
    assert eve.comes() == "ok"
    assert on_record(cabinet)[-2:] == ["eve turned away at operator of eve", "eve signed in at operator of eve"]


def test_a_wrong_pin_and_a_wrong_name_are_refused_alike_and_stand_on_record() -> None:
    cabinet = a_cabinet("OPERATOR")
    assert cabinet.staff("eve").comes(pin=WRONG) == "wrong_pin"
    assert cabinet.staff("nobody").comes() == "wrong_pin"
    assert on_record(cabinet)[-2:] == ["eve wrong pin at operator of eve", "nobody wrong pin at operator of nobody"]
    assert cabinet.table.people["eve"].failures == 1


def test_enough_wrong_pins_lock_a_person_out_for_a_time_whatever_the_pin_is_then() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.staff("eve")
    for _ in range(LOCKED_AFTER):
        assert eve.comes(pin=WRONG) == "wrong_pin"
    assert eve.comes() == "locked_out"
    refused = eve.station.heard("sign_in_refused")[-1]
    assert "5 wrong PINs" in refused["reason"]
    assert 0 < refused["wait_ms"] <= LOCKED_MS
    cabinet.run(LOCKED_MS)
    assert eve.comes() == "ok"
    assert cabinet.table.people["eve"].failures == 0


def test_a_restart_does_not_shorten_a_lock_out() -> None:
    cabinet = a_cabinet("OPERATOR")
    for _ in range(LOCKED_AFTER):
        cabinet.staff("eve").comes(pin=WRONG)
    cabinet.start()
    cabinet.link_panel("OPERATOR")
    assert cabinet.staff("eve").comes() == "locked_out"
    cabinet.run(LOCKED_MS)
    assert cabinet.staff("eve").comes() == "ok"


def test_a_supervisor_lets_somebody_locked_out_try_again_at_once() -> None:
    cabinet, eve, ann = staffed("OPERATOR")
    for _ in range(LOCKED_AFTER):
        cabinet.staff("ann").comes(pin=WRONG)
    assert ann.comes() == "locked_out"
    (row,) = (person for person in eve.look("people")["people"] if person["name"] == "ann")
    assert row["failures"] == LOCKED_AFTER
    assert row["locked_ms"] > 0
    assert eve.act("unlock_person", name="ann")["ok"]
    assert ann.comes() == "ok"


def test_many_guesses_at_once_do_not_get_around_the_lock_out() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.staff("eve")
    eve.hello()
    for guess in range(LOCKED_AFTER + 2):
        eve.station.say(kind="sign_in", name="eve", pin=f"55550{guess}")
    eve.station.say(kind="sign_in", name="eve", pin=PIN)
    eve.look_around()
    assert not eve.station.heard("session")


def refusals(eve: StaffMember) -> list[tuple[str, bool]]:
    return [(told["code"], told["wait_ms"] > 1000) for told in eve.station.heard("sign_in_refused")]


def test_of_eight_at_once_one_is_looked_at_and_the_others_are_told_to_come_again() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.staff("eve")
    eve.hello()
    for pin in (WRONG, *[PIN] * 7):
        eve.station.say(kind="sign_in", name="eve", pin=pin)
    eve.look_around()
    assert sorted(refusals(eve)) == [("busy", False)] * 7 + [("wrong_pin", False)]
    assert cabinet.table.people["eve"].failures == 1
    assert eve.comes() == "ok"


def test_the_wrong_pin_that_locks_says_so_and_after_it_right_and_wrong_are_answered_alike() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.staff("eve")
    for number in range(1, LOCKED_AFTER + 1):
        assert eve.comes(pin=WRONG) == "wrong_pin"
        last = eve.station.heard("sign_in_refused")[-1]
        assert (last["wait_ms"] > 0) == ("has given 5 wrong PINs" in last["reason"]) == (number == LOCKED_AFTER)
    answers = []
    for pin in (PIN, WRONG):
        eve.comes(pin=pin)
        told = eve.station.heard("sign_in_refused")[-1]
        answers.append((told["code"], told["reason"]))
    assert answers[0] == answers[1]
    assert answers[0][0] == "locked_out"


def test_a_guess_is_counted_before_it_is_looked_at_so_that_no_crash_saves_it() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.staff("eve")
    eve.hello()
    eve.station.say(kind="sign_in", name="eve", pin=WRONG)
    cabinet.turn()  # it is being looked at, and nobody has been told anything
    assert not eve.station.heard("sign_in_refused")
    assert cabinet.table.people["eve"].failures == 1
    cabinet.start()
    cabinet.link_panel("OPERATOR")
    assert cabinet.staff("eve").comes() == "ok"
    assert cabinet.table.people["eve"].failures == 0


def test_the_last_try_that_is_right_gets_in() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.staff("eve")
    for _ in range(LOCKED_AFTER - 1):
        assert eve.comes(pin=WRONG) == "wrong_pin"
    assert eve.comes() == "ok"


def test_old_pins_that_are_guessed_to_change_them_are_counted_alike() -> None:
    cabinet, _, ann = staffed("OPERATOR")
    for number in range(1, LOCKED_AFTER + 1):
        answer = ann.act("change_pin", old_pin=WRONG, pin="864209")
        assert answer["code"] == "wrong_pin"
        assert ("wrong PINs; try again" in answer["reason"]) == (number == LOCKED_AFTER)
    assert ann.station.heard("session_ended")[-1]["code"] == "locked_out"
    assert cabinet.table.people["ann"].failures == LOCKED_AFTER


def test_a_supervisors_pin_has_six_digits_or_more_whoever_chooses_it() -> None:
    _, eve, _ = staffed("OPERATOR")
    for act, fields in (
        ("add_person", {"name": "sue", "new_role": "supervisor", "pin": "86420"}),
        ("set_pin", {"name": "eve", "pin": "8642"}),
        ("change_pin", {"old_pin": PIN, "pin": "8642"}),
    ):
        answer = eve.act(act, **fields)
        assert (answer["code"], answer["reason"]) == ("weak_pin", "a supervisor's PIN has 6 to 12 digits")
    assert eve.act("set_pin", name="ann", pin="8642")["ok"]
    other = SimulatedCabinet(with_panel=True)
    other.link_panel("OPERATOR")
    assert other.staff("eve").comes("first_supervisor", pin="8642") == "weak_pin"


def test_a_supervisor_who_has_a_short_one_still_changes_it_before_anything_else() -> None:
    cabinet, eve, ann = staffed("OPERATOR")
    assert ann.act("change_pin", old_pin=PIN, pin="8642")["ok"]
    assert eve.act("change_role", name="ann", new_role="supervisor")["ok"]
    ann.pin = "8642"
    assert ann.comes() == "ok"
    assert ann.session["must_change_pin"]
    assert ann.act("hold")["code"] == "pin_change_first"
    assert on_record(cabinet).count("ann short pin at operator of ann") == 1
    assert ann.act("change_pin", old_pin="8642", pin="864209")["ok"]
    assert ann.act("hold")["ok"]


@pytest.mark.parametrize("name", ["others", "somebody", "nobody"])
def test_nobody_is_called_what_records_call_those_who_are_not_named(name: str) -> None:
    _, eve, _ = staffed("OPERATOR")
    answer = eve.act("add_person", name=name, new_role="attendant", pin="135790")
    assert (answer["ok"], answer["code"]) == (False, "bad_name")


def test_the_log_names_whom_an_act_is_about_and_who_did_it() -> None:
    cabinet, eve, _ = staffed("OPERATOR")
    assert eve.act("add_person", name="sue", new_role="attendant", pin="135790")["ok"]
    assert eve.act("change_role", name="sue", new_role="technician")["ok"]
    assert eve.act("remove_person", name="sue")["ok"]
    noted = on_record(cabinet, ActDone, PersonChanged)
    for told in (
        "add_person of sue by eve (supervisor)", "sue is attendant, by eve",
        "change_role of sue by eve (supervisor)", "sue was attendant, is technician, by eve",
        "remove_person of sue by eve (supervisor)", "sue (technician) removed by eve",
    ):  # fmt: skip
        assert told in noted


def test_a_pin_that_somebody_else_chose_is_changed_before_anything_else() -> None:
    cabinet = a_cabinet("OPERATOR")
    eve = cabinet.supervisor()
    eve.act("add_person", name="ann", new_role="attendant", pin="135790")
    ann = cabinet.staff("ann")
    ann.pin = "135790"
    ann.comes()
    assert ann.session["must_change_pin"]
    assert [act for act, offer in ann.offered().items() if offer["now"]] == ["change_pin"]
    assert ann.act("credit", seat=1, amount=100)["code"] == "pin_change_first"
    assert ann.look("money")["code"] == "pin_change_first"
    assert ann.act("change_pin", old_pin=WRONG, pin=PIN)["code"] == "wrong_pin"
    assert ann.act("change_pin", old_pin="135790", pin="135790")["code"] == "weak_pin"
    assert ann.act("change_pin", old_pin="135790", pin=PIN)["ok"]
    assert not ann.session["must_change_pin"]
    assert ann.act("credit", seat=1, amount=100)["ok"]
    assert cabinet.staff("ann").comes(pin="135790") == "wrong_pin"


def test_no_pin_and_nothing_made_of_one_but_its_name_is_in_any_event() -> None:
    cabinet, eve, _ = staffed("OPERATOR")
    assert eve.act("set_pin", name="ann", pin="864209")["ok"]
    told = repr(cabinet.store.events) + repr(cabinet.store.decisions)
    assert not [pin for pin in ("864209", PIN, "135790") if pin in told]


def test_a_pin_that_could_not_be_kept_changes_nothing() -> None:
    cabinet, eve, _ = staffed("OPERATOR")
    cabinet.pins.fails = True
    assert eve.act("set_pin", name="ann", pin="864209")["code"] == "failed"
    assert not cabinet.table.people["ann"].must_change
    assert cabinet.loop.counters.troubles()[0].code == "pin_failed"


# ---- a session that stands no more -------------------------------------------------------------------------------


def test_after_the_key_turned_back_no_act_is_done_and_the_session_is_over() -> None:
    cabinet, eve, ann = staffed("ATTENDANT")
    assert ann.act("credit", seat=1, amount=100)["ok"]
    cabinet.keys = ()
    cabinet.breathe()
    assert ann.act("credit", seat=1, amount=100)["code"] == "key_turned_back"
    assert ann.station.heard("session_ended")[-1]["code"] == "key_turned_back"
    assert ann.act("credit", seat=1, amount=100)["code"] == "no_session"
    assert cabinet.table.game.money(1).credits == 100
    eve.look_around()
    assert eve.station.heard("session_ended")[-1]["code"] == "key_turned_back"
    assert "ann refused at operator of ann" in on_record(cabinet)


def test_a_session_used_at_another_station_is_over_for_both() -> None:
    cabinet, eve, ann = staffed("OPERATOR")
    thief = cabinet.staff("ann")
    thief.hello()
    stolen = {"session": eve.session["session"], "operator": "eve", "role": "supervisor"}
    thief.station.say(kind="act", id=eve.id + 1, act="close_out", reference="for fun", **stolen)
    cabinet.turn()
    assert thief.station.heard("answer")[-1]["code"] == "stolen_session"
    assert eve.station.heard("session_ended")[-1]["code"] == "stolen_session"
    assert eve.act("hold")["code"] == "no_session"
    assert "eve refused at operator of ann" in on_record(cabinet)
    assert ann.act("hold")["ok"]


def test_a_role_or_a_name_that_is_not_the_sessions_is_refused_and_ends_it() -> None:
    for claim in ({"role": "supervisor"}, {"operator": "eve", "role": "supervisor"}):
        cabinet, _, ann = staffed("OPERATOR")
        assert ann.act("reverse", reference="x", **claim)["code"] == "forged"
        assert ann.station.heard("session_ended")[-1]["code"] == "forged"
        assert "ann refused at operator of ann" in on_record(cabinet)


def test_a_token_that_was_never_given_opens_nothing() -> None:
    cabinet, _, ann = staffed("OPERATOR")
    assert ann.act("hold", session="0" * 32)["code"] == "no_session"
    assert "operator" not in cabinet.table.holds
    assert ann.act("hold")["ok"]


def test_who_touches_nothing_for_long_is_signed_out_and_looking_is_no_touch() -> None:
    cabinet, _, ann = staffed("OPERATOR")
    cabinet.run(IDLE_MS - 5000)
    ann.look("seats")
    ann.station.say(kind="still_here", session=ann.session["session"])
    cabinet.run(IDLE_MS - 5000)
    ann.look("seats")
    assert not ann.station.heard("session_ended")
    cabinet.run(10_000)
    assert ann.station.heard("session_ended")[-1]["code"] == "idle"
    assert ann.act("hold")["code"] == "no_session"


def test_a_station_that_is_lost_takes_the_session_with_it() -> None:
    cabinet, _, ann = staffed("OPERATOR")
    cabinet.stations.remove(ann.station)
    cabinet.run(6000)
    assert [told["code"] for told in ann.station.heard("session_ended")] == []
    again = cabinet.staff("ann")
    assert again.comes() == "ok"
    assert "ann signed out at operator of ann" in on_record(cabinet)


def test_a_person_is_at_one_station_at_a_time() -> None:
    cabinet, _, ann = staffed("OPERATOR")
    elsewhere = cabinet.staff("ann")
    assert elsewhere.comes() == "ok"
    assert ann.station.heard("session_ended")[-1]["code"] == "elsewhere"
    assert ann.act("hold")["code"] == "no_session"
    assert elsewhere.act("hold")["ok"]


def test_who_is_removed_or_gets_another_role_is_out_at_once() -> None:
    _, eve, ann = staffed("OPERATOR")
    assert eve.act("change_role", name="ann", new_role="technician")["ok"]
    ann.look_around()
    assert ann.station.heard("session_ended")[-1]["code"] == "role_changed"
    assert ann.comes() == "ok"
    assert ann.session["role"] == "technician"
    assert eve.act("remove_person", name="ann")["ok"]
    assert ann.act("begin_service")["code"] in ("removed", "no_session")
    assert ann.comes() == "wrong_pin"


def test_after_a_restart_everybody_signs_in_again_and_counts_on() -> None:
    cabinet, _, ann = staffed("OPERATOR")
    assert ann.act("credit", seat=1, amount=100)["ok"]
    token, last = ann.session["session"], ann.id
    cabinet.start()
    cabinet.link_panel("OPERATOR")
    ann.hello()
    assert ann.act("credit", seat=1, amount=100, session=token)["code"] == "no_session"
    assert ann.comes() == "ok"
    assert ann.id == last
    ann.id -= 1
    assert ann.act("credit", seat=1, amount=100)["ok"]  # its answer had been lost: it is the old one
    assert cabinet.table.game.money(1).credits == 100


# ---- the panel is dead -------------------------------------------------------------------------------------------


def test_with_the_panel_dead_a_supervisor_comes_in_from_a_console_alone_and_that_is_on_record() -> None:
    cabinet, eve, _ = staffed("OPERATOR")
    cabinet.lose_panel()
    eve.look_around()
    assert eve.station.heard("session_ended")[-1]["code"] == "panel_dead"
    assert eve.comes() == "console_only"
    assert cabinet.staff("ann", "console").comes() == "supervisor_only"
    at_console = cabinet.staff("eve", "console")
    assert at_console.comes() == "ok"
    assert at_console.session["without_key"]
    assert at_console.act("close_out", reference="the panel is dead")["ok"]
    news = next(event for event in reversed(cabinet.store.events) if getattr(event, "what", "") == "signed_in")
    assert "without a key" in news.why
    cabinet.link_panel()
    at_console.look_around()
    assert at_console.station.heard("session_ended")[-1]["code"] == "panel_back"


def test_at_a_console_too_a_key_is_turned_while_the_panel_lives() -> None:
    cabinet = a_cabinet()
    at_console = cabinet.staff("eve", "console")
    assert at_console.comes() == "key_needed"
    cabinet.turn_keys("OPERATOR")
    assert at_console.comes() == "ok"
    assert not at_console.session["without_key"]


def test_a_machine_whose_pins_are_lost_gets_a_supervisor_again_and_says_so() -> None:
    cabinet = a_cabinet("OPERATOR")
    cabinet.pins.kept.clear()
    ann = cabinet.staff("ann")
    assert ann.hello()["entry"]["first_supervisor"]
    assert ann.comes("first_supervisor") == "ok"
    said = on_record(cabinet, PersonChanged)
    assert "the PINs of all others are lost: each needs another one from a supervisor" in said
