"""The table of a conformance run, against a machine in a book: right as it stands, and wrong page by page."""

import random
from itertools import chain

import pytest

from tests.sas_host.book import BOOK
from tests.sas_host.machines import Answers, Said, WrittenLine, by_book
from tools.sas_host.casino import Casino
from tools.sas_host.commands import STAGES
from tools.sas_host.conversation import Host
from tools.sas_host.duty import Duty
from tools.sas_host.rig import Rig, Row, tried
from tools.sas_host.table import HEAD, lines, summary

SOUND = by_book(BOOK)


def conform(answers: Answers, stages: tuple[str, ...] = tuple(STAGES)) -> list[Row]:
    """All rows of these stages."""
    host = Host(WrittenLine(answers))
    duty = Duty(host, Casino(random.Random(1)))
    host.tell = duty.hear
    rig = Rig(host, duty.casino, duty, 1, stops_play=True)
    return list(tried(rig, chain.from_iterable(STAGES[stage] for stage in stages)))


def verdicts(rows: list[Row]) -> dict[str, set[str]]:
    """Verdict → what has it."""
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row.verdict, set()).add(f"{row.case.poll} {row.case.name}")
    return found


def but(changed: dict[str, str]) -> Answers:
    """The book with other answers to these polls."""
    unknown = set(changed) - set(BOOK)
    assert not unknown
    return by_book(BOOK | changed)


def test_a_machine_that_answers_as_it_should_has_nothing_wrong() -> None:
    rows = conform(SOUND)
    found = verdicts(rows)
    assert "WRONG" not in found, [row for row in rows if row.verdict == "WRONG"]
    assert "late" not in found
    assert found["off"] == {
        "4C validation id",
        "94 remote reset",
        "72 wrong asset",
        "72 restricted money",
        "72 no such kind",
        "72 to the machine",
        "72 back",
    }


def test_the_table_has_a_line_for_each_row_with_bytes_and_figures() -> None:
    rows = conform(SOUND, ("meters",))
    printed = lines(rows)
    assert len(printed) == len(rows) + 1
    assert printed[0].split() == " ".join(HEAD).split()
    row = next(line for line in printed if " 011100012345" in line)
    assert row.endswith("coin in 12345")
    assert summary(rows) == f"{len(rows)} ok"


@pytest.mark.parametrize(
    "poll, answer, row, why",
    [
        ("01 11", "01 11 00 01 23 45 01 fc", "11 coin in", "check sum"),
        ("01 11", "01 11 00 01 23 4a f6 05", "11 coin in", "no decimal"),
        ("01 11", "01", "11 coin in", "ack"),
        ("01 13", "01 13 00 00 05 01 96 c2", "0F… they agree", "drop: 500 and 501"),
        (
            "01 6f 0a 00 00 00 00 01 00 02 00 05 00 64 a5",
            "01 6f 02 00 00 e1 95",
            "2F 6F meters by code",
            "does not say 'meter 00'",
        ),
        ("01 51", "01 51 00 00 84 c5", "51 56 games", "1 games enabled of 0"),
        ("01 54", "01 54 04 34 30 32 30 29 ee", "54 version", "version 402"),
        ("01 58 01 00 00 00 00 00 00 00 01 e5 e3", "01 58 00 eb 47", "58 number nobody wants", "nobody waits"),
        ("01 21 21 43 28 0f", "01 21 cd ab 57 24", "21 ROM signature", "two seeds"),
    ],
)
def test_one_wrong_page_is_found_and_named(poll: str, answer: str, row: str, why: str) -> None:
    rows = conform(but({poll: answer}))
    wrong = {f"{one.case.poll} {one.case.name}": one.said for one in rows if one.verdict == "WRONG"}
    assert row in wrong
    assert why in wrong[row]


def beside(extra: dict[str, str]) -> Answers:
    """The book, and answers to what it should be silent to."""
    more = by_book(extra)
    return lambda poll: SOUND(poll) or more(poll)


@pytest.mark.parametrize(
    "poll, row",
    [
        ("80", "80 in step"),
        ("82", "80+ another address"),
        ("01 ee", "EE unknown poll"),
        ("01 a0 00 00 6c 12", "A0 wrong check sum"),
    ],
)
def test_a_machine_that_answers_what_it_should_not_is_found(poll: str, row: str) -> None:
    assert row in verdicts(conform(beside({poll: "01"}), ("line",)))["WRONG"]


def test_a_machine_that_says_something_else_when_it_was_not_heard_is_found() -> None:
    asked = 0

    def answers(poll: bytes) -> Said | None:
        nonlocal asked
        asked += poll == bytes.fromhex("01 0f")
        return by_book(BOOK | {"01 0f": NEXT})(poll) if asked > 1 else SOUND(poll)

    rows = verdicts(conform(answers, ("line",)))
    assert rows["WRONG"] == {"0F not acknowledged"}


NEXT = "01 0f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 e9 f3"


def test_a_bonus_of_no_decimal_that_is_acknowledged_is_found() -> None:
    def answers(poll: bytes) -> Said | None:
        return Said(b"\x01") if poll[1:2] == b"\x8a" else SOUND(poll)

    assert verdicts(conform(answers, ("progressives",)))["WRONG"] == {"8A bonus of no decimal"}


def test_a_broadcast_that_is_answered_is_found() -> None:
    def answers(poll: bytes) -> Said | None:
        return Said(b"\x01") if poll[:1] == b"\x00" else SOUND(poll)

    assert verdicts(conform(answers, ("progressives",)))["WRONG"] == {"80 86 amounts to all"}


def test_a_machine_that_is_late_everywhere_is_late_and_not_wrong() -> None:
    def answers(poll: bytes) -> Said | None:
        answer = SOUND(poll)
        return answer._replace(after=0.025) if answer else None

    found = verdicts(conform(answers, ("meters",)))
    assert set(found) == {"late", "ok"}
    assert found["ok"] == {"6F money"}


def test_a_machine_that_marks_its_own_bytes_is_wrong() -> None:
    def answers(poll: bytes) -> Said | None:
        answer = SOUND(poll)
        return answer._replace(mark=True) if answer else None

    assert set(verdicts(conform(answers, ("tickets",)))) == {"WRONG"} | {"off"}


def test_a_dead_line_is_wrong_where_a_machine_has_to_speak() -> None:
    found = verdicts(conform(lambda _: None, ("line",)))
    assert "80+ general poll" in found["WRONG"]
