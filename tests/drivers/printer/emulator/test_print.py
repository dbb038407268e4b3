"""PRINT: its parameters, its verdicts in the order in which they are tested, and that a job is printed at most once."""

from collections.abc import Callable

import pytest

from tests.drivers.printer.emulator.bench import Bench
from tests.drivers.printer.emulator.client import CLEAR, Wish

Happens = Callable[[Bench], None]

BAD: list[dict[str, object]] = [
    {"template": 3},
    {"template": 255},
    {"exponent": 10},
    {"language": b"e1"},
    {"language": b"\xc3\xa9"},
    {"language": b"\0\0"},
    {"number": bytes.fromhex("01010700000171234a")},
    {"number": bytes.fromhex("f1010700000171234a")},
    {"zone": 1440},
    {"zone": -1440},
    {"flags": 2},
    {"flags": 0x81},
]
GOOD: list[dict[str, object]] = [
    {"template": 1},
    {"template": 2},
    {"amount": 0},
    {"amount": 2**64 - 1},
    {"exponent": 0},
    {"exponent": 9},
    {"language": b"zh"},
    {"language": b"xx"},
    {"number": bytes(9)},
    {"number": bytes([0x99] * 9)},
    {"time": 0},
    {"time": 2**32 - 1},
    {"zone": -720},
    {"zone": 840},
    {"days": 0},
    {"days": 65_535},
    {"sequence": 2**32 - 1},
    {"flags": 1},
]


@pytest.mark.parametrize("fields", BAD)
def test_a_parameter_that_cannot_be_printed_is_bad_and_consumes_nothing(
    bench: Bench, fields: dict[str, object]
) -> None:
    assert bench.verdict(Wish(7).but(**fields)) == 5
    assert (bench.status("last_job"), bench.result(7)) == (0, (0xFF, 2))
    assert bench.print(Wish(7)) == (0, 0)
    assert len(bench.pictures()) == 1


@pytest.mark.parametrize("fields", GOOD)
def test_parameters_at_their_bounds_are_printed(bench: Bench, fields: dict[str, object]) -> None:
    assert bench.print(Wish(2**64 - 1).but(**fields)) == (0, 0)
    assert len(bench.pictures()) == 1


@pytest.mark.parametrize("field", [field for field in Wish.__dataclass_fields__ if field != "job"])
def test_the_job_under_way_or_done_with_other_bytes_is_a_bad_parameter(bench: Bench, field: str) -> None:
    changes = {"template": 1, "language": b"es", "number": bytes(9)}
    other = Wish(7).but(**{field: changes.get(field, 1)})
    bench.verdict(Wish(7))
    assert bench.verdict(other) == 5
    assert bench.end(7) == (0, 0)
    assert bench.verdict(other) == 5
    bench.wait(5.0)
    assert len(bench.printed(7)) == 1
    assert [line["amount"] for line in bench.lines()] == ["12540e-2"]


def test_a_job_that_is_done_is_told_again_as_it_was_and_not_printed(bench: Bench) -> None:
    first = bench.print(Wish(7))
    bench.take()
    assert bench.verdict(Wish(7)) == 6
    bench.wait(5.0)
    assert bench.printed(7) == [first, first] == [(0, 0)] * 2
    assert len(bench.pictures()) == 1


def test_a_job_under_way_is_accepted_again_and_printed_once(bench: Bench) -> None:
    assert [bench.verdict(Wish(7)) for _ in range(3)] == [0, 0, 0]
    bench.end(7)
    bench.wait(5.0)
    assert (len(bench.printed(7)), len(bench.pictures()), bench.status("printed")) == (1, 1, 1)


def test_job_numbers_may_jump_and_only_grow(bench: Bench) -> None:
    assert bench.verdict(Wish(0)) == 4
    bench.print(Wish(10))
    bench.take()
    assert bench.verdict(Wish(9)) == 4
    assert bench.print(Wish(2**40)) == (0, 0)


def _done(bench: Bench) -> None:
    bench.print(Wish(4))
    bench.take()
    bench.print(Wish(5))
    bench.take()


def _under_way(bench: Bench) -> None:
    assert bench.verdict(Wish(6)) == 0


def _at_bezel(bench: Bench) -> None:
    bench.print(Wish(6))


def _no_paper(bench: Bench) -> None:
    bench.order("paper out")


def _faulty(bench: Bench) -> None:
    bench.order("fault supply-low")


BAD_7 = Wish(7, template=9)
ORDER: list[tuple[str, list[Happens], Wish, int]] = [
    ("5 before 6: done, with other bytes", [_done], Wish(5, days=1), 5),
    ("5 before 0: under way, with other bytes", [_done, _under_way], Wish(6, days=1), 5),
    ("5 before 4", [_done], Wish(3, template=9), 5),
    ("5 before 1", [_done, _under_way], BAD_7, 5),
    ("5 before 7", [_at_bezel], BAD_7, 5),
    ("5 before 2", [_no_paper], BAD_7, 5),
    ("5 before 3", [_faulty], BAD_7, 5),
    ("6 before 4: an older job that is done", [_done], Wish(4), 6),
    ("6 before 1", [_done, _under_way], Wish(5), 6),
    ("6 before 7, 2 and 3", [_at_bezel, _no_paper, _faulty], Wish(6), 6),
    ("0 before 3: under way with a fault", [_done, _under_way, _faulty], Wish(6), 0),
    ("4 before 1", [_done, _under_way], Wish(3), 4),
    ("4 before 7, 2 and 3", [_done, _at_bezel, _no_paper, _faulty], Wish(3), 4),
    ("1 before 3", [_under_way, _faulty], Wish(7), 1),
    ("7 before 2 and 3", [_at_bezel, _no_paper, _faulty], Wish(7), 7),
    ("2 before 3", [_no_paper, _faulty], Wish(7), 2),
    ("3", [_faulty], Wish(7), 3),
    ("0", [_done], Wish(7), 0),
]


@pytest.mark.parametrize("situation, wish, verdict", [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_of_several_reasons_the_first_of_the_document_is_the_verdict(
    bench: Bench, situation: list[Happens], wish: Wish, verdict: int
) -> None:
    for happens in situation:
        happens(bench)
    assert bench.verdict(wish) == verdict


REFUSALS = [
    (1, [_under_way], Wish(7)),
    (2, [_no_paper], Wish(7)),
    (3, [_faulty], Wish(7)),
    (5, [], BAD_7),
    (7, [_at_bezel], Wish(7)),
]


@pytest.mark.parametrize("verdict, situation, refused", REFUSALS)
def test_a_refusal_consumes_no_number_and_nothing_is_printed_for_it_later(
    bench: Bench, verdict: int, situation: list[Happens], refused: Wish
) -> None:
    for happens in situation:
        happens(bench)
    last_job = bench.status("last_job")
    assert bench.verdict(refused) == verdict
    assert (bench.status("last_job"), bench.result(7)) == (last_job, (0xFF, 2))
    bench.order("take 1")
    bench.order("paper enough")
    bench.answer(CLEAR, b"\xff\xff")
    bench.wait(10.0)
    assert bench.printed(7) == []
    assert bench.print(Wish(7)) == (0, 0)
    assert [line["job"] for line in bench.lines()] == (["6", "7"] if verdict in (1, 7) else ["7"])


def test_a_stale_job_is_not_printed_later_either(bench: Bench) -> None:
    bench.print(Wish(7))
    bench.take()
    assert bench.verdict(Wish(6)) == 4
    bench.wait(10.0)
    assert [line["job"] for line in bench.lines()] == ["7"]
