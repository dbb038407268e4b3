"""The dice unit on the bench, real or emulated: what it must do before it may stand in a cabinet."""

import random
import time
from collections import Counter
from pathlib import Path

import pytest

from controller.games.chi_square import histogram
from controller.protocol.devices.dice import (
    AbortRoll,
    DiceDriverHere,
    FaultsCleared,
    Malfunction,
    RollRefused,
    RollReport,
    RollStarted,
    SelfTestDone,
    UnitFaults,
    UnitLid,
    UnitStatus,
)
from controller.protocol.devices.unit import (
    ClearFaults,
    LinkDown,
    LinkHealth,
    LinkUp,
    NothingWanted,
    RunSelfTest,
    UnitRebooted,
)
from tests.hil.rig import DiceRig, Driver, Rig, unit_driver
from tests.hil.rolling import Croupier

KILLS = 12


@pytest.fixture
def croupier(dice: Driver, dice_rig: DiceRig) -> Croupier:
    croupier = Croupier(dice, dice_rig)
    croupier.ready()
    return croupier


def test_the_unit_says_who_it_is(dice: Driver, dice_rig: DiceRig) -> None:
    here = dice.controller.hears(DiceDriverHere)
    unit = dice.controller.hears(LinkUp).unit
    assert (unit.model, unit.serial) == dice_rig.identity
    assert here.emulated == dice_rig.emulated


def test_a_unit_that_is_not_the_configured_one_is_refused_with_both_identities(
    dice_rig: DiceRig, tmp_path: Path
) -> None:
    _, serial = dice_rig.identity
    driver = unit_driver(dice_rig, tmp_path, serial=serial + 1)
    driver.start()
    try:
        down = driver.controller.hears(LinkDown, lambda said: said.why == "wrong_unit")
        assert f"serial {serial};" in down.text.replace(",", ";")
        assert f"serial {serial + 1}" in down.text
        assert driver.controller.all_said(LinkUp) == []
    finally:
        driver.close()


def how_odd(faces: Counter[tuple[str, int]]) -> str:
    """The worse of the two dice; a person decides what to make of it."""
    each = {face: faces.total() / 12 for face in range(1, 7)}
    dice = [histogram({face: faces[die, face] for face in each}, each) for die in "ab"]
    return "chi-square " + ", ".join(f"{die['chi_square']}{' (odd)' * die['warning']}" for die in dice)


def test_hundreds_of_rolls_are_all_ok_signed_and_shaken_once(croupier: Croupier, rolls: int, rig: Rig) -> None:
    before = croupier.ready().shakes
    faces: Counter[tuple[str, int]] = Counter()
    attempts = 0
    for _ in range(rolls):
        report = croupier.report(croupier.wish())
        attempts += report.attempts
        if report.dice is not None:
            faces.update(zip("ab", report.dice, strict=True))
    after = croupier.driver.controller.hears(UnitStatus, since=len(croupier.driver.controller.said))
    assert after.shakes - before == attempts
    counted = faces.total() // 2
    assert counted == rolls or not rig.emulated
    assert croupier.driver.controller.all_said(Malfunction) == []
    rig.say(f"\n{counted} rolls, {how_odd(faces)}")


@pytest.mark.parametrize(
    "orders, outcome",
    [
        ("next leaning", "leaning"),
        ("next stacked", "stacked"),
        ("next missing", "die_missing"),
        ("next unreadable", "unreadable"),
        ("next foreign", "foreign_object"),
        ("next extra", "extra_die"),
        ("next never-rest", "never_at_rest"),
    ],
)
def test_every_no_roll_is_told_by_its_name_and_the_next_roll_works(
    croupier: Croupier, orders: str, outcome: str
) -> None:
    croupier.rig.order(orders)
    assert croupier.roll() == outcome
    assert croupier.roll() == "ok"


def test_an_aborted_roll_has_that_outcome(croupier: Croupier) -> None:
    wish = croupier.wish()
    controller = croupier.driver.controller
    controller.hears(RollStarted, telling=wish)
    controller.tell(AbortRoll(roll_id=wish.roll_id))
    report = croupier.report(wish)
    assert report.outcome == "aborted" or (croupier.rig.emulated and report.outcome == "ok")  # fast dice may be faster


@pytest.mark.parametrize(
    "fault, name",
    [
        ("motor-stall", "motor_stall"),
        ("over-current", "motor_over_current"),
        ("sensor-dead", "sensor_dead"),
        ("sensor-dirty", "sensor_dirty"),
        ("dice-missing", "dice_missing"),
        ("over-temperature", "over_temperature"),
        ("memory", "memory"),
        ("supply-low", "supply_low"),
    ],
)
def test_every_fault_is_told_refuses_rolls_and_can_be_cleared(croupier: Croupier, fault: str, name: str) -> None:
    controller = croupier.driver.controller
    croupier.rig.order(f"fault {fault}")
    controller.hears(UnitFaults, lambda said: said.faults == (name,))
    refused = croupier.answer(croupier.wish())
    assert isinstance(refused, RollRefused)
    assert refused.verdict == "fault"
    controller.tell(ClearFaults(mask=0xFFFF))
    assert controller.hears(FaultsCleared).faults == ()
    assert croupier.roll() == "ok"


def test_a_motor_that_stalls_and_restarts_counts_its_attempts(croupier: Croupier) -> None:
    croupier.rig.order("stall 2")
    assert croupier.report(croupier.wish()).attempts == 3


def test_the_unit_tests_itself(croupier: Croupier) -> None:
    controller = croupier.driver.controller
    controller.tell(RunSelfTest())
    assert controller.hears(SelfTestDone).failures == ()


@pytest.mark.parametrize("lost", [1, 2, 3])
def test_lost_replies_are_asked_for_again_and_the_roll_is_one_roll(croupier: Croupier, lost: int) -> None:
    before = croupier.ready().shakes
    croupier.rig.order(f"lose {lost}")
    assert croupier.roll() == "ok"
    controller = croupier.driver.controller
    assert controller.hears(LinkHealth, since=len(controller.said)).retries >= 1
    assert controller.hears(UnitStatus, since=len(controller.said)).shakes == before + 1


@pytest.mark.parametrize("noise", ["babble 1.5", "flip 0.004"])
def test_rolls_go_on_through_noise_and_the_bad_frames_are_counted(croupier: Croupier, noise: str) -> None:
    croupier.rig.order(noise)
    controller = croupier.driver.controller
    controller.hears(LinkHealth, lambda health: health.crc_errors + health.other_bad_frames > 0)
    assert [croupier.roll() for _ in range(5)] == ["ok"] * 5
    croupier.rig.order("well")
    assert croupier.roll() == "ok"


def test_replies_that_are_slow_but_come_are_enough(croupier: Croupier) -> None:
    croupier.rig.order("slow 120")
    assert croupier.roll() == "ok"
    assert croupier.driver.controller.all_said(LinkDown) == []


def test_a_lid_opened_during_a_roll_ends_it(croupier: Croupier, rig: Rig) -> None:
    controller = croupier.driver.controller
    wish = croupier.wish()
    if rig.emulated:
        croupier.rig.order("freeze 0.5")  # so that the lid opens before the fast dice rest
    controller.tell(wish)
    if not rig.emulated:
        controller.hears(RollStarted)
    croupier.rig.by_hand("open the lid of the dome now", "lid open")
    controller.hears(UnitLid, lambda lid: lid.open)
    answer = croupier.answer(wish)
    outcome = answer.verdict if isinstance(answer, RollRefused) else answer.outcome
    assert outcome in ("lid_opened", "lid_open")
    croupier.rig.by_hand("close the lid of the dome", "lid close")
    croupier.ready()
    assert croupier.roll() == "ok"


def test_a_pulled_cable_is_a_lost_link_and_the_unit_is_found_again(croupier: Croupier) -> None:
    controller = croupier.driver.controller
    since = len(controller.said)
    croupier.rig.by_hand("pull the unit's cable and plug it in again after two seconds", "unplug 0.7")
    controller.hears(LinkDown, since=since)
    controller.hears(LinkUp, since=since)
    assert controller.hears(LinkHealth, lambda health: health.unit is not None, since=len(controller.said)).reopens >= 1
    assert croupier.roll() == "ok"


def test_a_silent_unit_is_lost_and_found_again(croupier: Croupier) -> None:
    controller = croupier.driver.controller
    since = len(controller.said)
    croupier.rig.order("freeze 3")
    down = controller.hears(LinkDown, since=since)
    assert (down.why, "STATUS" in down.text) == ("silence", True)
    controller.hears(LinkUp, since=since)
    assert croupier.roll() == "ok"


def test_a_reboot_is_noticed_and_rolls_go_on(croupier: Croupier) -> None:
    controller = croupier.driver.controller
    before = controller.hears(LinkUp).unit.boot_id
    since = len(controller.said)
    croupier.rig.cut_power(1.0, "reboot")
    up = controller.hears(LinkUp, since=since)
    assert up.unit.boot_id != before
    assert croupier.roll() == "ok"


def test_power_cut_in_mid_shake_is_told_as_power_lost(croupier: Croupier, rig: Rig) -> None:
    if rig.emulated:
        croupier.rig.order("power-cut 0.3 mid-shake")
        assert croupier.roll() == "power_lost"
    else:
        wish = croupier.wish()
        croupier.driver.controller.tell(wish)
        croupier.rig.mid_roll()
        croupier.rig.cut_power(1.0, "")
        assert croupier.report(wish).outcome == "power_lost"
    croupier.ready()
    assert croupier.roll() == "ok"


def test_a_reboot_is_told_by_the_unit_itself(croupier: Croupier) -> None:
    croupier.rig.order("reboot")
    croupier.driver.controller.hears(UnitRebooted)


def test_a_driver_killed_at_random_moments_leaves_each_roll_one_result(croupier: Croupier, rig: Rig) -> None:
    source = random.Random(6)
    before = croupier.ready().shakes
    controller, driver = croupier.driver.controller, croupier.driver
    attempts = 0
    for _ in range(KILLS):
        wish = croupier.wish()
        controller.tell(wish)
        time.sleep(source.uniform(0, 0.06 if rig.emulated else croupier.rig.duration_ms / 500))
        driver.kill()
        driver.start()
        attempts += croupier.report(wish).attempts
        answers = {said.model_dump_json() for said in controller.all_said(RollReport) if said.roll_id == wish.roll_id}
        assert len(answers) == 1
    assert controller.hears(UnitStatus, since=len(controller.said)).shakes == before + attempts
    assert controller.all_said(Malfunction) == [] or not rig.emulated


def test_a_forged_result_is_not_authentic(croupier: Croupier) -> None:
    croupier.rig.order("forge 1")
    wish = croupier.wish()
    report = croupier.answer(wish)
    assert isinstance(report, RollReport)
    assert croupier.judged(report, wish) == "wrong_mac"
    assert croupier.roll() == "ok"


def test_a_result_is_authentic_under_the_units_own_key_alone(croupier: Croupier) -> None:
    wish = croupier.wish()
    report = croupier.report(wish)
    assert croupier.judged(report, wish, key=bytes(15) + b"\x01") == "wrong_mac"
    assert croupier.judged(report.model_copy(update={"flags": report.flags ^ 1}), wish) == "words_differ"


@pytest.mark.parametrize("orders", ["impossible 0 0 7", "impossible 12 0 0", "impossible 1 3 3"])
def test_an_impossible_result_is_a_malfunction_and_no_result(croupier: Croupier, orders: str) -> None:
    croupier.rig.order(orders)
    controller = croupier.driver.controller
    wish = croupier.wish()
    malfunction = controller.hears(Malfunction, telling=wish)
    assert (malfunction.what, malfunction.roll_id) == ("impossible_roll", wish.roll_id)
    assert controller.all_said(RollReport) == []
    assert croupier.roll() == "ok"


def test_a_roll_that_nobody_asked_for_is_a_malfunction_and_no_result(croupier: Croupier) -> None:
    croupier.rig.order("unasked")
    controller = croupier.driver.controller
    assert controller.hears(Malfunction, telling=NothingWanted()).what == "unasked_roll"
    assert controller.all_said(RollReport) == []
    assert croupier.roll() == "ok"


def test_an_old_result_said_again_is_counted_and_no_result(croupier: Croupier) -> None:
    controller = croupier.driver.controller
    croupier.roll()
    croupier.roll()
    croupier.rig.order("repeat-old")
    controller.hears(LinkHealth, lambda health: health.repeats >= 1)
    assert len(controller.all_said(RollReport)) == 2
