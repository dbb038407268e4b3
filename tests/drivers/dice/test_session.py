"""What the driver makes of what the unit says."""

import pytest

from controller.protocol.devices.dice import (
    AbortAnswer,
    AbortRoll,
    FaultsCleared,
    Malfunction,
    RollOverdue,
    RollRefused,
    RollReport,
    RollStarted,
    RollUnknown,
    SelfTestDone,
    ToDiceDriver,
    UnitFaults,
    UnitLid,
    UnitStatus,
    WantedRoll,
)
from controller.protocol.devices.unit import (
    ClearFaults,
    LinkDown,
    LinkUp,
    NotDone,
    NothingWanted,
    RunSelfTest,
    UnitRebooted,
    WantedLamp,
)
from drivers.common.serial.link import Reported
from drivers.common.unit.identity import ExpectedUnit
from drivers.dice.codec import Booted, Roll, Rolled
from drivers.dice.words import impossible
from tests.drivers.dice.simulated import World, malfunctions, met, of, order
from tools.emulators.dice.dice import Thrown
from tools.emulators.dice.pace import FAST


def names_on_the_line(world: World) -> list[str]:
    traffic = world.host.link.traffic or []
    return [type(item.what).__name__ for item in traffic if item.sent and type(item.what).__name__ != "Ack"]


def test_the_unit_is_greeted_first_and_then_polled() -> None:
    world = World(FAST)
    world.host.link.traffic = []
    world.run_for(2)
    assert names_on_the_line(world)[0] == "Hello"
    assert "Status" in names_on_the_line(world)
    assert isinstance(world.said[0], LinkUp)


def test_after_a_start_the_result_of_a_roll_in_flight_is_asked_before_anything_else() -> None:
    world = World(FAST)
    world.roll(1)
    world.kill_driver()
    world.host.link.traffic = []
    world.host.session.told(WantedRoll(roll_id=1, nonce="00" * 7 + "01", duration_ms=1000, strength=9), world.now)
    world.run_for(1)
    names = names_on_the_line(world)
    assert names[0] == "Hello"
    assert names[names.count("Hello")] == "Result"
    assert "Shake" not in names


def test_a_fresh_roll_on_a_sound_link_is_shaken_without_asking() -> None:
    world = met()
    world.host.link.traffic = []
    world.roll(1)
    assert [name for name in names_on_the_line(world) if name != "Status"] == ["Shake"]


def test_a_roll_told_again_and_again_is_asked_for_once() -> None:
    world = met()
    world.unit.pace = type(world.unit.pace)(shake=3.0)
    world.host.link.traffic = []
    world.roll(1)
    assert names_on_the_line(world).count("Shake") == 1


def test_a_roll_wanted_after_its_answer_was_passed_on_is_asked_for_again() -> None:
    world = met()
    first = world.roll(1)
    world.wish = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)
    world.run_until(lambda: len(world.answers(1)) >= 2)
    assert world.answers(1)[-1] == first


def test_a_fresh_wish_that_comes_late_and_once_more_is_answered_again() -> None:
    world = met()
    fresh = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100, fresh=True)
    world.host.session.told(fresh, world.now)
    world.run_until(lambda: len(world.answers(1)) == 1)
    world.host.session.told(NothingWanted(), world.now)
    world.host.session.told(fresh, world.now)
    world.run_until(lambda: len(world.answers(1)) == 2)
    assert world.answers(1)[0] == world.answers(1)[1]


def test_a_roll_wanted_with_another_nonce_is_not_done() -> None:
    world = met()
    world.host.session.told(WantedRoll(roll_id=1, nonce="00" * 8, duration_ms=1000, strength=9), world.now)
    world.host.session.told(WantedRoll(roll_id=1, nonce="11" * 8, duration_ms=1000, strength=9), world.now)
    world.run_for(0.1)
    assert "new roll id" in str(of(world, NotDone)[0])


@pytest.mark.parametrize("orders, verdict", [("lid open", "lid_open"), ("fault sensor-dead", "fault")])
def test_a_refusal_of_the_unit_is_passed_on(orders: str, verdict: str) -> None:
    world = met()
    order(world, orders)
    assert world.roll(1) == RollRefused(roll_id=1, verdict=verdict)  # type: ignore[arg-type]


def test_a_stale_roll_id_is_refused() -> None:
    world = met()
    world.roll(5)
    assert world.roll(3) == RollRefused(roll_id=3, verdict="stale_roll_id")


def test_a_refused_roll_that_is_still_wanted_is_tried_again() -> None:
    world = met()
    order(world, "lid open")
    world.roll(1)
    order(world, "lid close")
    world.wish = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)
    world.run_until(lambda: any(isinstance(answer, RollReport) for answer in world.answers(1)))


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
        ("power-cut 0.1 mid-shake", "power_lost"),
    ],
)
def test_every_no_roll_is_told_by_its_name(orders: str, outcome: str) -> None:
    world = met()
    order(world, orders)
    report = world.roll(1)
    assert isinstance(report, RollReport)
    assert (report.outcome, report.dice) == (outcome, None)
    world.check(1)


def rolling() -> World:
    """A unit in mid-shake, in real time."""
    world = World()
    world.run_until(lambda: bool(of(world, UnitStatus)))
    world.wish = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)
    world.run_until(lambda: bool(of(world, RollStarted)))
    return world


def outcome_of(world: World) -> str:
    world.run_until(lambda: world.answers(1) != [])
    report = world.answers(1)[0]
    assert isinstance(report, RollReport)
    return report.outcome


def test_an_opened_lid_ends_a_roll() -> None:
    world = rolling()
    order(world, "lid open")
    assert outcome_of(world) == "lid_opened"
    assert UnitLid(open=True) in world.said


def test_an_abort_ends_a_roll() -> None:
    world = rolling()
    world.host.session.told(AbortRoll(roll_id=1), world.now)
    assert outcome_of(world) == "aborted"
    assert of(world, AbortAnswer) == [AbortAnswer(roll_id=1, verdict="accepted")]


@pytest.mark.parametrize("outcome, die_a, die_b", [(0, 0, 7), (0, 7, 1), (11, 0, 0), (255, 0, 0), (1, 3, 4)])
def test_an_impossible_roll_is_a_malfunction_and_never_a_result(outcome: int, die_a: int, die_b: int) -> None:
    world = met()
    world.unit.box.first.append(Thrown(outcome, die_a, die_b))
    world.wish = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)
    world.run_for(3)
    assert world.answers(1) == []
    if outcome != 255:  # in an answer to RESULT that means: unknown
        assert of(world, Malfunction)[0].what == "impossible_roll"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "roll, flaw",
    [
        (Rolled(1, 0, 3, 4, 1, 9, 0, bytes(8)), ""),
        (Rolled(1, 0, 3, 4, 1, 9, 7, bytes(8)), ""),
        (Rolled(1, 5, 0, 0, 0, 9, 0, bytes(8)), ""),
        (Rolled(1, 0, 3, 0, 1, 9, 0, bytes(8)), "faces"),
        (Rolled(1, 0, 3, 4, 0, 9, 0, bytes(8)), "motor"),
        (Rolled(1, 0, 3, 4, 1, 9, 8, bytes(8)), "flags"),
        (Rolled(1, 11, 0, 0, 1, 9, 0, bytes(8)), "outcome 11"),
    ],
)
def test_what_a_sound_unit_says_is_told_from_what_none_would(roll: Roll, flaw: str) -> None:
    assert flaw in impossible(roll)
    assert bool(flaw) == bool(impossible(roll))


def test_a_roll_that_takes_too_long_is_told_and_asked_for() -> None:
    world = met()
    world.wish = WantedRoll(roll_id=1, nonce=f"{1:016x}", duration_ms=1000, strength=100)
    world.unit.pace = type(world.unit.pace)(shake=8.0)
    world.run_until(lambda: bool(of(world, RollOverdue)))
    world.run_until(lambda: world.answers(1) != [])
    world.check(1)


def test_a_wrong_unit_is_refused_with_both_identities() -> None:
    world = World(FAST)
    world.host.session.expected = ExpectedUnit("BOXDICE1", 4711)
    world.run_for(1)
    (down,) = of(world, LinkDown)
    assert "serial 1001" in str(down)
    assert "serial 4711" in str(down)
    assert of(world, LinkUp) == []


def test_a_unit_of_another_protocol_version_is_refused_by_that_name() -> None:
    world = World(FAST)
    world.unit.trouble.protocol = 2
    world.run_for(3)
    (down,) = of(world, LinkDown)
    assert "wrong_unit" in str(down)
    assert "protocol version 2" in str(down)


def test_a_loss_is_told_once_and_the_return_too() -> None:
    world = met()
    world.unit.trouble.frozen_until = world.now + 10
    world.run_until(lambda: len(of(world, LinkUp)) == 2)
    (down,) = {str(said) for said in of(world, LinkDown) if "STATUS" in str(said)}
    assert "silence" in down


def test_faults_and_their_clearing_are_told_by_name() -> None:
    world = met()
    order(world, "fault motor-stall")
    order(world, "fault supply-low stuck")
    world.run_until(lambda: UnitFaults(faults=("motor_stall", "supply_low")) in world.said)
    world.host.session.told(ClearFaults(mask=0xFFFF), world.now)
    world.run_until(lambda: FaultsCleared(faults=("supply_low",)) in world.said)


def test_a_self_test_needs_a_unit_that_is_ready() -> None:
    world = met()
    world.unit.trouble.failing = 0b10010
    world.host.session.told(RunSelfTest(), world.now)
    world.run_until(lambda: SelfTestDone(failures=("sensor", "dice_missing")) in world.said)
    order(world, "lid open")
    world.run_for(1)
    world.host.session.told(RunSelfTest(), world.now)
    world.run_for(0.1)
    assert "lid_open" in str(of(world, NotDone)[0])


def test_the_lamp_is_lit_again_after_a_reboot_of_the_unit() -> None:
    world = met()
    world.host.session.told(WantedLamp(red=1, green=2, blue=3, pattern="chase"), world.now)
    world.run_for(0.2)
    assert world.unit.lamp == bytes((1, 2, 3, 2))
    world.unit.lamp = bytes(4)
    world.reboot_unit()
    world.run_until(lambda: world.unit.lamp == bytes((1, 2, 3, 2)))


def test_a_command_to_a_unit_that_is_not_there_is_answered() -> None:
    world = World(FAST)
    world.host.session.told(ClearFaults(mask=1), world.now)
    assert isinstance(world.host.session.said[0], NotDone)


@pytest.mark.parametrize("seconds", [0.05, 0.5, 4.0])  # told by BOOT, or found by HELLO after the link was lost
def test_a_reboot_is_counted_and_said_once_however_it_is_found(seconds: float) -> None:
    world = met()
    world.unit.cut_power(seconds, world.now)
    world.run_for(12)
    assert [said.boot_id for said in of(world, UnitRebooted)] == [world.unit.memory.boot_id]  # type: ignore[attr-defined]
    assert world.host.link.statistics.reboots == 1


def test_a_loss_without_a_reboot_and_another_unit_are_no_reboots() -> None:
    world = met()
    world.unit.trouble.frozen_until = world.now + 4
    world.run_for(8)
    world.unit.serial = 2002
    world.unit.cut_power(4.0, world.now)
    world.run_for(12)
    assert len(of(world, LinkUp)) == 3
    assert of(world, UnitRebooted) == []
    assert world.host.link.statistics.reboots == 0


@pytest.mark.parametrize(
    "order, command",
    [
        (AbortRoll(roll_id=1), "abort_roll"),
        (ClearFaults(mask=1), "clear_faults"),
        (RunSelfTest(), "run_self_test"),
    ],
)
@pytest.mark.parametrize("loss", ["silence", "reboot"])
def test_a_command_lost_with_the_link_is_said_to_be_not_done(loss: str, order: ToDiceDriver, command: str) -> None:
    world = met()
    world.unit.trouble.lose_replies = 1000
    world.host.session.told(order, world.now)
    world.run_for(0.1)
    assert of(world, NotDone) == []
    if loss == "reboot":
        world.unit.trouble.lose_replies = 0
        world.host.session.handle([Reported(Booted(4711))], world.now)
    world.run_for(8)
    (not_done,) = of(world, NotDone)
    assert f"command='{command}'" in str(not_done)
    assert "the unit was lost before it answered" in str(not_done)


def test_a_command_that_was_answered_is_never_said_to_be_not_done() -> None:
    world = met()
    for command in (ClearFaults(mask=1), AbortRoll(roll_id=7), RunSelfTest()):
        world.host.session.told(command, world.now)
    world.run_for(1)
    world.unit.trouble.frozen_until = world.now + 3
    world.run_for(8)
    assert len(of(world, LinkDown)) >= 1
    assert of(world, NotDone) == []


def test_a_self_test_that_the_unit_never_answers_is_said_to_be_not_done_and_the_link_stays() -> None:
    world = met()
    world.unit.pace = type(world.unit.pace)(self_test=1000.0)
    world.host.session.told(RunSelfTest(), world.now)
    world.run_for(10.5)
    (not_done,) = of(world, NotDone)
    assert "command='run_self_test'" in str(not_done)
    assert of(world, LinkDown) == []


def test_a_unit_that_dies_in_a_self_test_is_lost_as_soon_as_at_any_other_time() -> None:
    world = met()
    world.unit.pace = type(world.unit.pace)(self_test=8.0)
    world.host.session.told(RunSelfTest(), world.now)
    world.run_for(1)
    world.unit.trouble.frozen_until = world.now + 60
    world.run_for(2.1)
    assert [type(said) for said in (*of(world, LinkDown), *of(world, NotDone))] == [LinkDown, NotDone]


def test_a_roll_no_longer_wanted_is_no_malfunction_and_is_left_to_the_controller_to_judge() -> None:
    world = rolling()
    world.wish = None
    world.host.session.told(NothingWanted(), world.now)
    world.run_for(5)
    assert malfunctions(world) == []
    assert len(world.answers(1)) == 1


# ---- asked about, and not to be shaken ---------------------------------------------------------------------------


def still(roll_id: int, **more: object) -> WantedRoll:
    """A roll that may only be asked about: the table is held, or has just started."""
    told = {"roll_id": roll_id, "nonce": f"{roll_id:016x}", "duration_ms": 1000, "strength": 100, "shake": False}
    return WantedRoll.model_validate(told | more)


@pytest.mark.parametrize("fresh", [True, False])
def test_a_roll_that_may_not_shake_is_asked_about_and_told_unknown(fresh: bool) -> None:
    world = met()
    world.host.link.traffic = []
    world.wish = still(1, fresh=fresh)
    world.run_until(lambda: of(world, RollUnknown) != [])
    world.run_for(3)
    assert of(world, RollUnknown)[0] == RollUnknown(roll_id=1)
    names = names_on_the_line(world)
    assert "Result" in names
    assert "Shake" not in names
    assert world.unit.memory.last_roll == 0


def test_it_is_asked_about_again_as_often_as_it_is_told_for_the_controller_may_not_have_heard() -> None:
    world = met()
    world.wish = still(1)
    world.run_until(lambda: len(of(world, RollUnknown)) >= 3)


def test_once_it_may_shake_the_same_roll_is_shaken() -> None:
    world = met()
    world.wish = still(1)
    world.run_until(lambda: of(world, RollUnknown) != [])
    world.wish = still(1, shake=True)
    world.run_until(lambda: world.answers(1) != [])
    world.check(1)


def test_a_roll_that_the_unit_knows_is_reported_whether_it_may_shake_or_not() -> None:
    world = met()
    first = world.roll(1)
    world.kill_driver()
    world.wish = still(1)
    world.run_until(lambda: len(world.answers(1)) >= 2)
    assert world.answers(1)[-1] == first
    assert of(world, RollUnknown) == []


def test_a_roll_under_way_is_waited_for_though_the_dice_shall_not_move_now() -> None:
    world = met()
    world.unit.pace = type(world.unit.pace)(shake=3.0)
    world.host.session.told(still(1, shake=True, fresh=True), world.now)
    world.run_until(lambda: of(world, RollStarted) != [])
    world.wish = still(1)
    world.run_until(lambda: world.answers(1) != [])
    world.check(1)
    assert of(world, RollUnknown) == []
