"""What goes into a journal reads back as the very same, or does not go in."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from controller.table.canonical import NotPlain, canonical, read_canonical, read_with_fractions, recorded
from tests.table.test_canonical import NUMBERS

WORDS = some.text() | some.sampled_from(["é", "骰子", "\x7f", "\x00\x1b[2J", ":1.5", ",2e7", "[.5", '"\\/', ""])
FINE = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**63), 2**64 - 1) | WORDS,
    lambda inner: some.lists(inner) | some.dictionaries(WORDS, inner) | some.tuples(inner, inner),
)
KEYS: some.SearchStrategy[Any] = some.text(min_size=1) | some.integers() | some.none() | some.booleans()
ANYTHING: some.SearchStrategy[Any] = some.recursive(
    some.none() | some.booleans() | NUMBERS | some.text(some.characters(exclude_categories=())) | some.floats(),
    lambda inner: some.lists(inner) | some.dictionaries(KEYS, inner),
)


def _as_read(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_read(inner) for key, inner in value.items()}
    return [_as_read(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _exactly(one: Any, other: Any) -> bool:
    """Equal, and of the same kinds: 1 is not 1.0 and not true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_exactly(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_exactly, one, other))
    return bool(one == other)


@given(FINE)
def test_plain_data_is_kept_and_read_back_to_the_same(value: Any) -> None:
    assert recorded(value) == canonical(value)
    assert _exactly(read_canonical(recorded(value)), _as_read(value))


@given(ANYTHING)
def test_anything_else_is_refused_and_never_read_back_as_something_else(value: Any) -> None:
    try:
        text = recorded(value)
    except NotPlain:
        return
    assert _exactly(read_canonical(text), _as_read(value))


@pytest.mark.parametrize(
    "value",
    [
        {"x": 1.5}, {"x": [1e300]}, {"x": -0.0}, {"x": 1e16}, 7.5, [2.0], {"x": math.nan}, {"x": math.inf},
        {1: "a"}, {None: "a"}, {True: "a"}, {"a": {2: 3}, "b": 1}, {"x": "\ud800"}, {"x": {1, 2}},
        {"x": 2**64}, {"x": -(2**63) - 1}, {"x": 10**5000},
    ],
)  # fmt: skip
def test_what_would_come_back_otherwise_or_not_at_all_is_refused(value: object) -> None:
    with pytest.raises(NotPlain):
        recorded(value)


def test_data_without_an_end_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (endless, deep):
        with pytest.raises(NotPlain):
            recorded({"x": value})


def test_fractions_of_an_older_boxcars_are_read_as_they_were_written() -> None:
    for text in (b'{"x":1.5,"y":[1e300]}', b'{"x":1.5,"y":[1e+300]}', b'{"\\u00e4":1.5}', b'{"x":[-0.0,{"y":1e16}]}'):
        assert read_with_fractions(text) == json.loads(text)
    for text in (b'{"y":1,"x":1.5}', b'{"x": 1.5}', '{"ä":1.5}'.encode()):
        with pytest.raises(NotPlain):
            read_with_fractions(text)
