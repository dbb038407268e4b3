"""Face counts and their chi-square."""

import random

import pytest

from controller.protocol.devices.fairness import FEWEST_ROLLS, FaceCounts, dice_changed


def counted(*rolls: tuple[int, int]) -> FaceCounts:
    counts = FaceCounts()
    for die_a, die_b in rolls:
        counts = counts.with_roll(die_a, die_b)
    return counts


def test_even_counts_are_at_no_distance() -> None:
    counts = counted(*((face, 7 - face) for face in range(1, 7)))
    assert counts.rolls == 6
    assert counts.chi_square == 0


def test_the_distance_is_the_sum_over_both_dice() -> None:
    """Six rolls of 1 and 1: each die is (5² + 5·1²) / 1 = 30 away."""
    assert counted(*[(1, 1)] * 6).chi_square == pytest.approx(60)


def test_a_loaded_die_is_warned_of_and_a_few_rolls_are_not() -> None:
    assert not counted(*[(6, 6)] * (FEWEST_ROLLS - 1)).looks_unfair
    assert counted(*[(6, 6)] * FEWEST_ROLLS).looks_unfair


def test_fair_dice_are_left_in_peace() -> None:
    source = random.Random(1)
    assert not counted(*((source.randint(1, 6), source.randint(1, 6)) for _ in range(2000))).looks_unfair


def test_no_rolls_at_all_are_no_reason_to_divide_by_zero() -> None:
    assert FaceCounts().chi_square == 0


def test_a_dice_change_starts_the_record_anew() -> None:
    record = dice_changed(shakes=1000)
    assert (record.rolls, record.shakes_since_change(1250)) == (0, 250)


def test_the_record_outlives_the_wrap_of_the_shake_counter() -> None:
    assert dice_changed(shakes=2**32 - 1).shakes_since_change(4) == 5


def test_the_record_survives_being_kept() -> None:
    record = counted((1, 2), (3, 4))
    assert FaceCounts.model_validate_json(record.model_dump_json()) == record
