"""What the table wants of the world follows from its state, so it is the same after a restart."""

from controller.table.phases import Phase
from controller.table.snapshot import from_plain, plain
from controller.table.wishes import Wishes, wishes
from tests.table.evening import an_evening
from tests.table.test_holds import PHASES, in_phase

NOTHING = Wishes(None, None, None, None, ("green",), {}, (), (), (), None)


def test_an_idle_table_wants_nothing() -> None:
    assert an_evening().wishes == NOTHING


def test_wishes_follow_from_the_state_alone() -> None:
    for phase in PHASES:
        table = in_phase(phase).table
        assert wishes(from_plain(plain(table))) == wishes(table)


def test_chance_is_wanted_until_it_has_been_drawn_and_the_throw_until_it_has_an_answer() -> None:
    def wanted() -> tuple[bool, bool]:
        return evening.wishes.draw is not None, evening.wishes.throw is not None

    evening = an_evening().bet(1, "pass_line", 500)
    assert wanted() == (False, False)
    evening.close()
    assert wanted() == (True, False)
    evening.draw().press()
    assert wanted() == (False, True)
    evening.throw(1, 3)
    assert wanted() == (False, False)


def test_the_tower_is_green_while_the_table_plays_red_while_it_is_held_amber_when_somebody_waits() -> None:
    evening = an_evening().cash_out(1)
    assert evening.wishes.tower == ("green", "amber")
    assert evening.door("dome", True).wishes.tower == ("red", "amber")
    assert evening.operator("hand_pay", seat=1, reference="17").wishes.tower == ("red",)


def test_the_deadline_is_the_time_that_remains() -> None:
    evening = an_evening(bet_time=25).bet(1, "pass_line", 500).wait(10)
    assert evening.wishes.due_in == 15_000
    assert evening.door("dome", True).wishes.due_in is None


def test_a_locked_seat_says_why() -> None:
    evening = an_evening().cash_out(2)
    assert evening.wishes.locks == {2: "hand_pay"}
    assert evening.phase is Phase.IDLE
