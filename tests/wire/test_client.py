"""What every client keeps, without sockets: when to speak, what is under way, which table is new."""

import ast
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.protocol import client
from controller.protocol.client import (
    HEARTBEAT,
    HELLO_AGAIN,
    LOST_AFTER,
    MOST_UNDER_WAY,
    OUT_OF_COUNT,
    SAID_AGAIN,
    Commands,
    Line,
    is_old,
)

EPOCH, ANOTHER = "one", "two"


def welcomed(now: float = 0.0) -> Line:
    line = Line()
    line.heard(now)
    line.welcomed(EPOCH)
    return line


def counting(*names: str, series: int = 3) -> Commands[str, str]:
    commands: Commands[str, str] = Commands()
    commands.begin(series)
    for name in names:
        commands.send(name, f"about {name}", 0.0)
    return commands


def test_it_needs_nothing_but_python_so_that_a_stranger_can_take_it_along() -> None:
    tree = ast.parse(Path(client.__file__).read_text())
    named = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert named <= sys.stdlib_module_names


def test_hello_is_due_at_once_and_again_and_again_until_it_is_taken() -> None:
    line = Line()
    assert line.is_due(10.0)
    assert not line.is_due(10.0)
    assert line.wait(10.0) == HELLO_AGAIN
    assert line.is_due(10.0 + HELLO_AGAIN)
    assert not line.up


def test_a_heartbeat_is_due_each_second_while_the_line_is_up() -> None:
    line = welcomed()
    assert line.is_due(0.0)
    assert not line.is_due(HEARTBEAT / 2)
    assert line.wait(HEARTBEAT / 2) == HEARTBEAT / 2
    assert line.is_due(HEARTBEAT)


def test_who_has_heard_nothing_for_too_long_doubts_the_line() -> None:
    line = welcomed()
    line.heard(5.0)
    line.is_due(5.0 + LOST_AFTER)
    assert line.up
    assert line.is_due(5.1 + LOST_AFTER)
    assert not line.up


def test_a_broadcast_of_another_epoch_means_that_there_is_a_new_controller() -> None:
    line = welcomed()
    assert line.follows(EPOCH)
    line.is_due(0.0)
    assert not line.follows(ANOTHER)
    assert not line.up
    assert line.is_due(0.0)


def test_nobody_is_followed_before_somebody_has_welcomed_us() -> None:
    assert not Line().follows(EPOCH)


def test_who_is_told_to_say_hello_first_says_it_at_once() -> None:
    line = welcomed()
    line.is_due(0.0)
    assert line.not_taken("hello_first")
    assert line.is_due(0.0)


def test_who_has_lost_the_place_to_another_is_silent_and_not_up_until_a_person_wants_it_back() -> None:
    line = welcomed()
    assert not line.not_taken("taken_over")
    line.doubt()
    line.welcomed(EPOCH)
    assert not line.up
    assert not line.is_due(100.0)
    line.come_back()
    assert line.is_due(100.0)
    line.welcomed(EPOCH)
    assert line.up


def test_who_has_not_lost_the_place_does_not_come_back() -> None:
    line = welcomed()
    line.come_back()
    assert line.up


def test_a_command_without_an_answer_is_sent_again_until_it_has_one() -> None:
    commands = counting("a", "b")
    assert commands.due(SAID_AGAIN / 2) == []
    assert commands.due(SAID_AGAIN) == ["a", "b"]
    assert commands.due(SAID_AGAIN) == []
    first = commands.answered(1, "ok", {})
    assert first is not None
    assert first.is_repeated
    assert commands.due(2 * SAID_AGAIN) == ["b"]


def test_an_answer_counts_once() -> None:
    commands = counting("a")
    found = commands.answered(1, "ok", {})
    assert found is not None
    assert (found.command, found.about, found.is_repeated) == ("a", "about a", False)
    assert commands.answered(1, "ok", {}) is None


def test_what_never_arrived_is_sent_again_and_what_the_others_did_is_in_the_welcome() -> None:
    commands = counting("a", "b", "c")
    commands.due(SAID_AGAIN)
    commands.begin(3)
    commands.count_from(2)
    assert commands.unknown((3, 9), SAID_AGAIN) == ["c"]
    assert [one.in_welcome for one in commands.under_way.values()] == [True, True, False]
    assert not commands.under_way[3].is_repeated
    assert commands.next_id == 4


def test_another_series_begins_with_nothing_under_way() -> None:
    commands = counting("a", "b")
    assert [over.about for over in commands.begin(4)] == ["about a", "about b"]
    commands.count_from(0)
    assert (commands.under_way, commands.next_id) == ({}, 1)
    assert commands.begin(4) == []


def test_numbers_under_way_are_not_given_twice() -> None:
    commands = counting("a", "b")
    commands.count_from(0)
    assert commands.next_id == 3


@pytest.mark.parametrize("code", OUT_OF_COUNT)
def test_a_number_that_was_not_taken_says_where_to_count_on(code: str) -> None:
    commands = counting("a")
    commands.answered(1, code, {"last": 40})
    assert commands.next_id == 41


def test_commands_under_way_are_bounded() -> None:
    assert not counting(*"x" * (MOST_UNDER_WAY - 1)).is_full
    assert counting(*"x" * MOST_UNDER_WAY).is_full


class Now(NamedTuple):
    epoch: str
    seq: int


@pytest.mark.parametrize(
    "known, table, old",
    [
        (None, Now(EPOCH, 1), False),
        (Now(EPOCH, 5), Now(EPOCH, 4), True),
        (Now(EPOCH, 5), Now(EPOCH, 5), False),
        (Now(EPOCH, 5), Now(EPOCH, 6), False),
        (Now(EPOCH, 5), Now(ANOTHER, 1), False),
    ],
)
def test_a_table_is_old_that_was_told_before_the_one_we_know(known: Now | None, table: Now, old: bool) -> None:
    assert is_old(table, known) is old
