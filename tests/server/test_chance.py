"""Chance: exact rationals, each spot by itself, no bias, no float."""

from collections.abc import Callable

from controller.server.chance import SystemChance

SETTINGS = {"power_odds_chance": "1/20", "power_odds_high": "1/4"}


def scripted(*numbers: int) -> tuple[Callable[[int], int], list[int]]:
    """A generator that gives these numbers, and the bounds that it was asked for."""
    left, bounds = list(numbers), []

    def below(bound: int) -> int:
        bounds.append(bound)
        return left.pop(0)

    return below, bounds


def test_a_spot_hits_for_exactly_the_numerator_s_share_of_the_numbers() -> None:
    for number in range(20):
        below, bounds = scripted(number, 3)
        levels = SystemChance(below).draw(["c"], SETTINGS).levels
        assert (levels != {}) is (number < 1)
        assert bounds[0] == 20


def test_the_level_is_drawn_only_for_spots_that_hit() -> None:
    below, bounds = scripted(0, 19, 5, 0)
    drawn = SystemChance(below).draw(["c", "e", "horn"], SETTINGS)
    assert drawn.levels == {"c": "high"}
    assert bounds == [20, 20, 20, 4]


def test_every_spot_is_drawn_by_itself() -> None:
    below, _ = scripted(0, 0, 3, 0)
    assert SystemChance(below).draw(["c", "e"], SETTINGS).levels == {"c": "low", "e": "high"}


def test_no_spots_want_no_settings_but_a_nonce() -> None:
    nonces = {SystemChance().draw([], {}).nonce for _ in range(100)}
    assert len(nonces) == 100
    assert all(len(nonce) == 16 and set(nonce) <= set("0123456789abcdef") for nonce in nonces)


def test_over_many_draws_the_shares_are_the_configured_ones() -> None:
    chance, draws = SystemChance(), 40_000
    spots = [f"s{number}" for number in range(10)]
    found = [level for _ in range(draws // 10) for level in chance.draw(spots, SETTINGS).levels.values()]
    hits, high = len(found), found.count("high")
    assert abs(hits - draws / 20) < 6 * (draws * 19 / 400) ** 0.5
    assert abs(high - hits / 4) < 6 * (hits * 3 / 16) ** 0.5
