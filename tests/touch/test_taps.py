"""From taps beside crosses to six numbers: exact, on top of what is in force, refused where it is no calibration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.touch import IDENTITY, BadMatrix, Matrix, read_matrix, written
from terminals.touch.taps import CROSSES, FARTHEST, MIDDLE, NEAREST, NotRight, Place, Right, composed, judge, turned

ALL = (*CROSSES, MIDDLE)
STANDING: Matrix = (0.0, -1.0, 1.0, 1.0, 0.0, 0.0)
"""A screen that was built in on its side."""

small = st.floats(-0.06, 0.06)
near_one = st.floats(0.9, 1.1)
distortions = st.tuples(near_one, small, small, small, near_one, small)
shipped = st.sampled_from([IDENTITY, STANDING, (1.02, 0.01, -0.02, 0.0, 0.97, 0.03)])


def right(taps: list[Place], before: Matrix = IDENTITY) -> Right:
    found = judge(taps, before)
    assert isinstance(found, Right), found
    return found


def refused(taps: list[Place]) -> NotRight:
    found = judge(taps, IDENTITY)
    assert isinstance(found, NotRight), found
    return found


@given(bent=distortions, before=shipped)
def test_any_straight_distortion_comes_out_to_a_hundred_thousandth_of_the_screen(bent: Matrix, before: Matrix) -> None:
    """`bent` is what the page hears with `before` in force; what the device tells is found by undoing that."""
    found = right([turned(bent, cross) for cross in ALL], before)
    for place in (*ALL, (0.0, 0.0), (1.0, 1.0), (0.3, 0.8)):
        told_by_the_device = turned(inverse(before), turned(bent, place))
        x, y = turned(read_matrix(written(found.after)), told_by_the_device)
        assert abs(x - place[0]) < 1e-5
        assert abs(y - place[1]) < 1e-5


def inverse(of: Matrix) -> Matrix:
    a, b, c, d, e, f = of
    area = a * e - b * d
    return (e / area, -b / area, (b * f - e * c) / area, -d / area, a / area, (d * c - a * f) / area)


@given(one=distortions, other=distortions, x=st.floats(0, 1), y=st.floats(0, 1))
def test_one_matrix_does_what_two_do_one_after_the_other(one: Matrix, other: Matrix, x: float, y: float) -> None:
    assert turned(composed(one, other), (x, y)) == pytest.approx(turned(one, turned(other, (x, y))), abs=1e-12)


@given(bent=distortions)
def test_a_screen_that_was_set_right_is_not_moved_by_setting_it_again(bent: Matrix) -> None:
    first = right([turned(bent, cross) for cross in ALL]).after
    again = right([turned(composed(first, bent), cross) for cross in ALL], first)
    assert again.after == pytest.approx(first, abs=1e-9)
    assert max(max(abs(off.across), abs(off.down)) for off in again.off) < 1e-9


def test_it_is_said_of_each_cross_how_far_beside_it_the_tap_was() -> None:
    found = right([(x + 0.03, y - 0.01) for x, y in ALL])
    assert [off.cross for off in found.off] == ["top_left", "top_right", "bottom_right", "bottom_left", "middle"]
    for off in found.off:
        assert (off.across, off.down) == pytest.approx((0.03, -0.01))


def test_a_finger_that_shakes_is_a_finger() -> None:
    shaken = [(x + 0.006 * (-1) ** n, y - 0.005 * (-1) ** (n // 2)) for n, (x, y) in enumerate(ALL)]
    right(shaken)


def test_taps_that_are_no_calibration_are_refused_with_where_what_and_what_is_allowed() -> None:
    mirrored = [(1 - x, y) for x, y in ALL]
    assert refused(mirrored) == NotRight("mirrored")
    assert refused([(y, 1 - x) for x, y in ALL]) == NotRight("turned")
    assert refused([(1 - x, 1 - y) for x, y in ALL]) == NotRight("turned")
    assert refused([(0.1, 0.1), (0.4, 0.4), (0.9, 0.9), (0.65, 0.65), MIDDLE]).code == "same_place"
    assert refused([(0.0, 0.0), (0.31, 0.31), (0.95, 0.95), (0.62, 0.62), MIDDLE]) == NotRight("line")
    twice = refused([ALL[0], ALL[0], *ALL[2:]])
    assert twice == NotRight("same_place", "top_left", "top_right", 0.0, NEAREST)
    far = refused([(0.36, 0.1), *((x + 0.255, y) for x, y in ALL[1:])])
    assert (far.code, far.cross, far.allowed) == ("too_far", "top_left", FARTHEST)
    assert far.found == pytest.approx(0.26)


def test_one_corner_that_was_missed_fits_no_other_and_so_does_the_middle() -> None:
    corner = refused([(0.1 + 0.12, 0.1), *ALL[1:]])
    assert (corner.code, corner.cross, corner.allowed) == ("uneven", "", 0.02)
    assert corner.found == pytest.approx(0.03, abs=0.005)
    middle = refused([*CROSSES, (0.5, 0.545)])
    assert (middle.code, middle.cross, middle.allowed) == ("aside", "middle", 0.02)
    assert middle.found == pytest.approx(0.045)


@given(taps=st.lists(st.tuples(st.floats(-1, 2), st.floats(-1, 2)), min_size=5, max_size=5))
def test_whatever_is_tapped_comes_to_six_good_numbers_or_to_a_refusal(taps: list[Place]) -> None:
    found = judge(taps, IDENTITY)
    if isinstance(found, Right):
        assert read_matrix(written(found.after)) == pytest.approx(found.after, abs=1e-6)


def test_what_only_ever_grows_is_stopped_by_the_bounds_of_the_numbers() -> None:
    wide: Matrix = (3.95, 0.0, 0.0, 0.0, 1.0, 0.0)
    assert judge([(0.5 + (x - 0.5) * 0.95, y) for x, y in ALL], wide) == NotRight("too_much")


REST = "0.000000 0.000000 0.000000 1.000000 0.000000"


@pytest.mark.parametrize(
    "text",
    [
        "", "1 0 0 0 1 0", REST, f"nan {REST}", f"inf {REST}", f"1.000000 {REST}\n", f'1.000000 {REST}", RUN+="/bin/sh',
        f"9.000000 {REST}", f"0.000000 {REST}",
        f"\u0661.000000 {REST}", f"1.000000  {REST}", f"1.000000 {REST} 0.000000",
    ],
)  # fmt: skip
def test_nothing_but_six_numbers_within_their_bounds_is_read_as_a_matrix(text: str) -> None:
    with pytest.raises(BadMatrix):
        read_matrix(text)
