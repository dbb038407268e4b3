"""One text for the same data, whoever writes it: the quick writer or the standard library."""

import json
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as some

from controller.table.canonical import NotPlain, canonical, read_canonical

WORDS = some.text() | some.sampled_from(["é", "骰子", "\x7f", "\u2028", "\x00\x1f", "\ud800", '"\\/', ""])
NUMBERS = some.integers() | some.sampled_from([2**63, 2**64, -(2**63) - 1])
PLAIN = some.recursive(
    some.none() | some.booleans() | NUMBERS | WORDS,
    lambda inner: some.lists(inner) | some.dictionaries(WORDS, inner) | some.tuples(inner, inner),
)


class Row(NamedTuple):
    seat: int
    bet: str


def by_the_library(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


@given(PLAIN)
def test_it_is_the_standard_librarys_to_the_byte(value: Any) -> None:
    assert canonical(value) == by_the_library(value)


FRACTIONS = some.floats(allow_nan=False, allow_infinity=False)
TEXTS = some.recursive(
    some.none() | some.booleans() | NUMBERS | WORDS | FRACTIONS,
    lambda inner: some.lists(inner) | some.dictionaries(WORDS, inner),
).map(by_the_library) | some.sampled_from(
    [
        b"[NaN]",
        b"1e5",
        b"[-0]",
        b"[-0.0]",
        b'{"a":1,"a":1}',
        b'["\\ud800"]',
        b'["\\/"]',
        b"[01]",
        b"[1] ",
        b"",
        b'{"b":1,"a":2}',
    ]
)


def read_by_the_library(text: bytes) -> Any:
    """The data, and not a word of how."""
    value = json.loads(text, parse_float=lambda fraction: pytest.fail(fraction))
    return value if by_the_library(value) == text else pytest.fail("another text")


@given(TEXTS)
def test_it_is_read_as_the_standard_library_reads_it_or_not_at_all(text: bytes) -> None:
    try:
        due = repr(read_by_the_library(text))
    except (pytest.fail.Exception, ValueError):
        due = "nothing"
    try:
        found = repr(read_canonical(text))
    except (NotPlain, ValueError):
        found = "nothing"
    assert found == due


def test_a_named_tuple_is_a_row() -> None:
    assert canonical({"rows": [Row(1, "field")]}) == b'{"rows":[[1,"field"]]}'


@pytest.mark.parametrize("value", [{1, 2}, object(), b"bytes"])
def test_what_is_no_plain_data_has_no_text(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)
