"""What is planted is found, and what is sound is let be."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from controller.books import load_book
from controller.certify import verdict
from controller.certify.plan import plan
from controller.certify.play import play
from controller.certify.run import Certified, certify, pilot_of, tasks_of
from controller.certify.stream import DiceStream
from controller.certify.tally import Tally
from controller.commands import main
from controller.commands.rules import certify as command
from controller.games.craps import at_the_table
from controller.games.craps.play import hand
from controller.games.craps.play.felt import Felt, lay_felt
from controller.games.craps.play.spots import Spot
from controller.games.craps.play.verdicts import Verdict
from controller.games.craps.rules.dice import ALL_ROLLS
from controller.games.craps.rules.kinds import Counts, Result
from controller.games.row import EngineBroke


def in_this_process(tasks: Any, *rest: Any) -> None:
    for task in tasks:
        rest[-1](play(task))


def certified(book: str, rolls: int, seed: int = 5) -> Certified:
    return certify(load_book(book), rolls, seed, in_this_process, lambda _: None)


def planted(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[str, int | None, tuple[int, int], Verdict], Verdict]
) -> None:
    """The engine that is played decides otherwise; the par sheet is made by the sound one."""

    def changed(book: Any) -> Felt:
        felt = lay_felt(book)
        verdicts = {
            point: {
                dice: {bet: change(bet, point, dice, found) for bet, found in decided.items()}
                for dice, decided in by_dice.items()
            }
            for point, by_dice in felt.verdicts.items()
        }
        return replace(felt, verdicts=verdicts)

    monkeypatch.setattr(at_the_table, "lay_felt", changed)


@pytest.mark.parametrize("book", ["electronic", "mbs_v3", "maryland"])
def test_a_sound_engine_is_inside(book: str) -> None:
    assert certified(book, 2000).outside == []


def test_a_bet_that_pays_a_notch_too_much_is_outside_and_nothing_else_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def notch(bet: str, _point: int | None, _dice: tuple[int, int], found: Verdict) -> Verdict:
        won = bet == "place:6" and found.result is Result.WIN
        return found._replace(numerator=6, denominator=5) if won else found

    planted(monkeypatch, notch)
    run = certified("mbs_v3", 2000)
    assert run.outside == ["place:6"]
    (line,) = [line for line in run.lines if line.bet == "place:6"]
    assert [(ending.paid, ending.result) for ending, _ in line.impossible] == [(360, "win")]


def test_one_roll_of_36_decided_wrongly_is_found_by_the_counts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_seven_loses(bet: str, _point: int | None, dice: tuple[int, int], found: Verdict) -> Verdict:
        return found._replace(result=Result.LOSE, numerator=0) if (bet, dice) == ("any_seven", (1, 6)) else found

    planted(monkeypatch, one_seven_loses)
    run = certified("mbs_v3", 15_000)
    assert run.outside == ["any_seven"]
    assert not any(line.impossible for line in run.lines)


def test_a_ladder_of_hot_shooter_that_begins_two_rolls_late_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = plan(load_book("electronic"))
    tally, pilot = Tally(), play(pilot_of(planned, 1))
    sound = hand._DECIDES[Counts.ROLLS]

    def late(felt: Felt, spot: Spot, rolled: hand.Rolled) -> Verdict | None:
        return sound(felt, spot, rolled._replace(hand=rolled.hand._replace(rolls=rolled.hand.rolls - 2)))

    monkeypatch.setitem(hand._DECIDES, Counts.ROLLS, late)
    in_this_process(tasks_of(planned, 1, 25_000), tally.add)
    assert [line.bet for line in verdict.judge(planned, tally, pilot) if not line.inside] == ["hot_shooter"]


def test_power_odds_drawn_four_times_as_often_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = DiceStream.below
    monkeypatch.setattr(DiceStream, "below", lambda self, bound: sound(self, 5 if bound == 20 else bound))
    outside = certified("electronic", 6000).outside
    assert "any_craps" in outside
    assert "pass_line" not in outside


def test_dice_that_favour_a_face_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fair, loaded = DiceStream.below, ALL_ROLLS.index((6, 6))
    rolls = count()

    def below(self: DiceStream, bound: int) -> int:
        number = fair(self, bound)
        return loaded - 5 + number % 6 if bound == len(ALL_ROLLS) and next(rolls) % 4 == 0 else number

    monkeypatch.setattr(DiceStream, "below", below)
    assert "horn:12" in certified("mbs_v3", 6000).outside


def test_an_engine_that_loses_a_unit_breaks_its_books(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = at_the_table.CrapsAtTheTable.settle

    def thief(self: Any, *words: Any) -> Any:
        self._game.seats[1].balance -= 1
        return sound(self, *words)

    monkeypatch.setattr(at_the_table.CrapsAtTheTable, "settle", thief)
    with pytest.raises(EngineBroke, match="the rows took"):
        certified("mbs_v3", 100)


def test_an_engine_that_refuses_what_is_open_is_named() -> None:
    book = load_book("mbs_v3")
    planned = plan(book)
    stakes = {bet: stake + 1 for bet, stake in planned.stakes.items()}
    (task,) = tasks_of(planned, 1, 10)
    with pytest.raises(EngineBroke, match=r"the table refused \d+ on .*, which is open"):
        play(replace(task, stakes=stakes))


def test_chance_alone_calls_a_sheet_outside_no_more_often_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a quarter instead of a millionth, of forty seeds ten may be outside; bounds leave fewer."""
    planned = plan(load_book("mbs_v3"))
    pilot = play(pilot_of(planned, 0))
    monkeypatch.setattr(verdict, "SHEET_FAILS", 0.25)
    sheets = [play(next(tasks_of(planned, seed, 400))) for seed in range(40)]
    outside = sum(any(not line.inside for line in verdict.judge(planned, sheet, pilot)) for sheet in sheets)
    assert outside <= 10


# ---- the command ------------------------------------------------------------------------------------------------


def test_the_command_says_outside_in_red_and_in_words_and_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "play_here", in_this_process)
    words = ["certify", "--rulebook", "mbs_v3", "--rolls", "3000", "--seed", "4"]
    assert main(words) == 0
    assert "every bet is inside" in capsys.readouterr().out
    planted(
        monkeypatch,
        lambda bet, _point, _dice, found: (
            found._replace(numerator=31) if bet == "horn:2" and found.numerator else found
        ),
    )
    assert main(words) == 1
    said = capsys.readouterr().out
    assert "1 outside: horn:2" in said
    assert "win, 3100 paid, 0 vigorish: the exact figures have no such ending" in said


def test_every_wager_is_counted_once_and_paid_as_exactly_as_the_sheet_says() -> None:
    run = certified("electronic", 3000)
    assert run.tally.rolls == 3000
    hops = [line for line in run.lines if line.bet.startswith("hop:")]
    assert len(hops) == 21
    assert all(3000 <= line.wagers <= 3001 for line in hops)
    assert sum((line.exact for line in hops), Fraction(0)) > 18
