"""Chance: exact rationals, each spot by itself, no bias, no float; and a source that is broken is found."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.commands import main
from controller.server.host import process
from controller.server.host.chance import MOST_TRIES, Source, SystemChance, chances_in, levels
from controller.server.host.chance_health import SAMPLE, ChanceFailed, prove
from tests.server.cabinets import CabinetOfProcesses
from tests.server.chance_statistics import outside

SETTINGS = {"power_odds_chance": "1/20", "power_odds_high": "1/4"}


def scripted(*numbers: int) -> tuple[Callable[[int], int], list[int]]:
    """A generator that gives these numbers, and the bounds that it was asked for."""
    left, bounds = list(numbers), []

    def below(bound: int) -> int:
        bounds.append(bound)
        return left.pop(0)

    return below, bounds


def then(*last: bytes) -> Source:
    """The system's source while it is proved, then these bytes."""
    left = list(last)

    def source(size: int) -> bytes:
        return os.getrandom(size) if size == SAMPLE or not left else left.pop(0)

    return source


# ---- draws ------------------------------------------------------------------------------------------------------


def test_a_spot_hits_for_exactly_the_numerator_s_share_of_the_numbers() -> None:
    for number in range(20):
        below, bounds = scripted(number, 3)
        assert (levels(["c"], chances_in(SETTINGS), below) != {}) is (number < 1)
        assert bounds[0] == 20


def test_the_level_is_drawn_only_for_spots_that_hit() -> None:
    below, bounds = scripted(0, 19, 5, 0)
    assert levels(["c", "e", "horn"], chances_in(SETTINGS), below) == {"c": "high"}
    assert bounds == [20, 20, 20, 4]


def test_every_spot_is_drawn_by_itself() -> None:
    below, _ = scripted(0, 0, 3, 0)
    assert levels(["c", "e"], chances_in(SETTINGS), below) == {"c": "low", "e": "high"}


def test_no_spots_want_no_settings_but_a_nonce() -> None:
    chance = SystemChance()
    nonces = {chance.draw([], {}).nonce for _ in range(100)}
    assert len(nonces) == 100
    assert all(len(nonce) == 16 and set(nonce) <= set("0123456789abcdef") for nonce in nonces)


@pytest.mark.parametrize("bound", [1, 2, 3, 20, 37, 255, 256, 257, 1000])
def test_of_all_the_bytes_there_are_each_number_takes_as_many_and_the_rest_is_drawn_again(bound: int) -> None:
    size = max(1, -(-(bound - 1).bit_length() // 8)) if bound > 1 else 0
    whole = [number.to_bytes(size) for number in range(256**size)]
    counts: Counter[int] = Counter()
    for raw in whole:
        drawn = SystemChance.__new__(SystemChance)
        left = [raw]
        drawn._source = lambda _size, left=left: left.pop()  # type: ignore[misc]
        try:
            counts[drawn.below(bound)] += 1
        except IndexError:  # it was thrown away, and another asked for
            continue
    assert counts.keys() == set(range(bound))
    assert len(set(counts.values())) == 1


def test_over_many_draws_the_shares_are_the_configured_ones() -> None:
    """The short version of `make chance`."""
    assert outside(SystemChance(), chances_in(SETTINGS), 200_000) == []


def test_a_source_that_favours_a_spot_is_found_by_these_statistics() -> None:
    class Modulus(SystemChance):
        """What is drawn without rejection: the remainder of a byte by 20 favours the numbers below 16."""

        def below(self, bound: int) -> int:
            return os.getrandom(1)[0] % bound

    assert outside(Modulus(), chances_in(SETTINGS), 200_000)


# ---- a source that is broken ------------------------------------------------------------------------------------


def counting(size: int, at: list[int] = [0]) -> bytes:  # noqa: B006 - it goes on where it was
    at[0] += size
    return bytes(number % 256 for number in range(at[0] - size, at[0]))


def with_bias(share: float) -> Source:
    return lambda size: bytes(byte if os.getrandom(1)[0] >= share * 256 else byte | 1 for byte in os.getrandom(size))


def silent(_size: int) -> bytes:
    raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    "source, found",
    [
        (lambda size: bytes(size), "the same bytes twice"),
        (lambda size: os.getrandom(size - 100) + bytes(100), "times in a row"),
        (lambda size: os.getrandom(size // 2), "bytes where"),
        (lambda size: os.getrandom(size).translate(bytes(range(128)) * 2), "are ones"),
        (lambda size: bytes(b for b in os.getrandom(8 * size) if b.bit_count() == 4)[:size], "in 512|equally often"),
        (with_bias(0.5), "ones|equally often"),
        (silent, "it gives nothing: Input/output error"),
    ],
)
def test_a_broken_source_is_found_at_the_start_and_named(source: Source, found: str) -> None:
    with pytest.raises(ChanceFailed, match=f"({found}).*chance_failed.*What to do"):
        prove(source)


def test_a_sound_source_is_found_sound() -> None:
    for _ in range(20):
        prove(os.getrandom)


def test_a_source_that_sticks_in_play_is_found_at_the_next_throw() -> None:
    chance = SystemChance(then(b"12345678", b"87654321", b"87654321"))
    assert chance.draw([], {}).nonce == b"87654321".hex()
    with pytest.raises(ChanceFailed, match="alike"):
        chance.draw([], {})


def test_a_source_that_only_gives_what_is_thrown_away_ends_it_and_does_not_hang() -> None:
    chance = SystemChance(then(b"12345678", *[b"\xff"] * MOST_TRIES))
    with pytest.raises(ChanceFailed, match="below 20"):
        chance.below(20)


def test_a_controller_whose_chance_is_broken_does_not_start_and_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cabinet = CabinetOfProcesses(tmp_path)
    monkeypatch.setattr(process, "SystemChance", lambda: SystemChance(lambda size: bytes(size)))
    assert main(["controller", "--config", str(cabinet.config)]) == 1
    assert "chance_failed" in capsys.readouterr().err
    assert list(cabinet.run.iterdir()) == []
