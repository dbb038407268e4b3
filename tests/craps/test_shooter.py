"""Who gets the dice (docs/rules.md, section 8)."""

import pytest

from tests.craps.felt_language import At

BOOKS = ["electronic", "mbs_v3", "maryland"]
THREE = (1, 2, 3)
ALL_BET = "pass_line 500; 2: pass_line 500; 3: pass_line 500"


@pytest.mark.parametrize("book", BOOKS)
def test_the_first_search_begins_at_the_lowest_seat(book: str) -> None:
    """§8, S3.5."""
    assert At(book, THREE).plays(f"{ALL_BET}; close").shooter == 1
    assert At(book, THREE).plays("3: pass_line 500; 2: dont_pass 500; close").shooter == 2


@pytest.mark.parametrize("book", BOOKS)
def test_a_line_bet_makes_eligible(book: str) -> None:
    """§8, E35e, S3.7."""
    assert At(book, THREE).plays("field 500; 2: place:6 600; close").shooter is None
    assert At(book, THREE).plays("field 500; 2: dont_pass 500; close").shooter == 2


@pytest.mark.parametrize("book, first_shooters", [("electronic", [1, 3, 2, 1]), ("mbs_v3", [1, 2, 3, 1])])
def test_the_dice_go_on_after_a_seven_out_and_wrap(book: str, first_shooters: list[int]) -> None:
    """§8, E35g, S3.15: who has the come-out of each hand; in E the dice go on after its point as well."""
    table, seen = At(book, THREE), []
    for _ in first_shooters:
        table.plays(f"{ALL_BET}; roll 2-2")
        seen.append(table.shooter)
        table.plays("roll 3-4")
    assert seen == first_shooters


def test_electronic_rotates_after_an_established_point_too() -> None:
    """§8, E35d, E35g."""
    table = At("electronic", THREE).plays(f"{ALL_BET}; roll 2-2")
    assert table.shooter == 1
    assert table.plays("close").shooter == 2
    assert table.plays("roll 1-3; close").shooter == 2
    assert table.plays("roll 3-3; close").shooter == 3
    assert table.plays("roll 3-4; close").shooter is None


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_elsewhere_the_shooter_keeps_the_dice_until_the_seven_out(book: str) -> None:
    """§8, S3.15."""
    table = At(book, THREE).plays(f"{ALL_BET}; roll 2-2; roll 3-3; close")
    assert table.shooter == 1
    assert table.plays(f"roll 3-4; {ALL_BET}; close").shooter == 2


@pytest.mark.parametrize("book", BOOKS)
def test_a_shooter_without_a_line_bet_loses_the_dice(book: str) -> None:
    """§8, E35d."""
    table = At(book, THREE).plays("dont_pass 500; 3: dont_pass 500; roll 3-3" if book != "electronic" else ALL_BET)
    if book == "electronic":
        assert table.plays("close; down pass_line; close").shooter == 2
    else:
        assert table.plays("down dont_pass; close").shooter == 3


def test_electronic_gives_the_dice_to_a_come_bet_where_nobody_has_a_line_bet() -> None:
    """§8, E35f."""
    table = At("electronic", THREE).plays("field 100; roll 2-2; 3: come 500; close")
    assert table.shooter is None
    assert table.plays("roll 3-3; close").shooter == 3


def test_a_come_bet_does_not_shoot_where_anybody_has_a_line_bet() -> None:
    """§8, E35f."""
    table = At("electronic", THREE).plays("2: pass_line 500; roll 2-2; 3: come 500; roll 3-3; close")
    assert table.shooter == 2


@pytest.mark.parametrize("book", ["mbs_v3", "maryland"])
def test_elsewhere_the_house_rolls_for_come_bets(book: str) -> None:
    """§8, S3.12."""
    assert At(book, THREE).plays("field 100; roll 2-2; 3: come 500; roll 3-3; close").shooter is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_seat_that_is_alone_keeps_the_dice(book: str) -> None:
    """§8: wrapping, the last holder himself comes last."""
    assert At(book, THREE).plays("2: pass_line 500; roll 2-2; roll 3-4; 2: pass_line 500; close").shooter == 2


@pytest.mark.parametrize("book", BOOKS)
def test_the_house_rolling_does_not_forget_who_held_the_dice_last(book: str) -> None:
    """§8: the next seat after the last that held them."""
    table = At(book, THREE).plays("pass_line 500; roll 2-2; roll 3-4; field 100; close")
    assert table.shooter is None
    assert table.plays(f"{ALL_BET}; close").shooter == 2


@pytest.mark.parametrize("book", BOOKS)
def test_a_void_leaves_the_choice_as_it_is(book: str) -> None:
    """§8: the chosen seat keeps the dice by the same rules."""
    table = At(book, THREE).plays(f"{ALL_BET}; roll 3-4; {ALL_BET}; void")
    assert table.shooter == 1
    assert table.plays(f"{ALL_BET}; close").shooter == 1


@pytest.mark.parametrize("book", BOOKS)
def test_a_shooter_may_pass_the_dice_to_the_next_seat(book: str) -> None:
    """§8, S3.11."""
    table = At(book, THREE).plays("pass_line 500; 3: dont_pass 500; close")
    table.game.pass_dice()
    assert table.shooter == 3
    table.game.pass_dice()
    assert table.shooter == 1


def test_who_shoots_never_influences_the_money() -> None:
    """§8, E35h."""
    one, other = (At("mbs_v3", THREE).plays(f"{ALL_BET}; close") for _ in range(2))
    other.game.pass_dice()
    play = "roll 2-2; place:6 600; roll 3-3; roll 3-4"
    assert [one.plays(play).net(seat) for seat in THREE] == [other.plays(play).net(seat) for seat in THREE]
