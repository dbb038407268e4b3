"""Every bet returns 36/37; what is over the cap is refused; `certify` finds it so, and finds an engine that is not."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from controller.certify.crew import Home
from controller.certify.plan import plan
from controller.certify.play import Task, play
from controller.certify.run import Certified, certify, tasks_of
from controller.certify.stream import DiceStream
from controller.commands import main
from controller.games.interface import Settled
from controller.games.par import CAP
from controller.games.registry import GAMES
from controller.games.roulette import par
from controller.games.roulette.play.felt import lay_felt
from controller.games.roulette.play.game import Game
from controller.games.roulette.row import ROULETTE
from controller.games.roulette.rules.spots import INSIDE, SPOTS
from controller.games.row import EngineBroke, GameTrial
from tests.games.roulette.tables import PAYS, book

EDGE = Fraction(1, 37)


def test_every_bet_returns_36_of_37() -> None:
    sheet = par.par_sheet(book()).bets
    assert list(sheet) == list(SPOTS)
    assert {(of.returned, of.house_edge_resolved, of.push) for of in sheet.values()} == {(1 - EDGE, EDGE, Fraction(0))}
    for bet, of in sheet.items():
        assert of.win == Fraction(len(SPOTS[bet].numbers), 37)
        assert of.pays == {Fraction(PAYS[SPOTS[bet].kind]): of.win}


def test_the_standard_deviation_of_a_straight_up_is_the_textbooks() -> None:
    """E X² − (E X)² of the house's take: (36/37) · 1 + (1/37) · 35² − 1/37²."""
    assert par.par_sheet(book()).bets["straight:0"].variance == Fraction(36 + 35**2, 37) - EDGE**2


def test_no_stake_makes_a_floor_bite(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", "--rulebook", "mbs_roulette_v3", "--stake", "700", "--json"]) == 0
    bets = json.loads(capsys.readouterr().out)["bets"]
    assert len(bets) == 157
    assert {(bet["house_edge"], bet["flooring"]) for bet in bets.values()} == {("1/37", "0/1")}


def test_a_stake_that_a_spot_does_not_take_is_told_with_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", "--rulebook", "mbs_roulette_v3", "--stake", "60000", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert set(document["bets"]) == {bet for bet, spot in SPOTS.items() if spot.kind not in INSIDE}
    assert {row["code"] for row in document["refused"].values()} == {"above_maximum"}


def test_the_sheet_for_people_names_the_limits_of_both_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", "--rulebook", "mbs_roulette_v3"]) == 0
    said = capsys.readouterr().out
    assert "inside 100 to 50000 in steps of 100, outside 100 to 500000 in steps of 100" in said
    assert "six_line:31-36" in said


def test_hands_are_of_craps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", "--rulebook", "mbs_roulette_v3", "--hand-length", "9"]) == 2
    assert (
        "--hand-length: mbs_roulette_v3 is a book of roulette, whose rounds stand by themselves"
        in capsys.readouterr().err
    )


def test_the_dearest_number_is_one_with_the_most_on_all_that_it_pays() -> None:
    terms = lay_felt(book()).terms
    by_hand = [sum(of.max * of.pays for of in terms.values() if number in of.numbers) for number in range(37)]
    assert par.exposure(book()) == max(by_hand) > by_hand[0]


def test_a_bet_over_the_cap_is_named_by_its_kind() -> None:
    generous = book().model_copy(update={"pays": book().pays.model_copy(update={"street": 12})})
    over = par.over_the_cap(par.par_sheet(generous), CAP)
    assert over == [("street", Fraction(39, 37))]
    assert par.why_refused(over, CAP) == "street would return 105.4 %; no bet may return more than 99 %"
    assert par.over_the_cap(par.par_sheet(book()), CAP) == []
    assert par.over_the_cap(par.par_sheet(book()), 1 - EDGE) == []


# ---- played ----


@pytest.fixture(autouse=True)
def _a_short_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bet can be laid for every spin, so there is little for it to find out."""
    monkeypatch.setattr("controller.certify.run.PILOT_ROLLS", 50)


def certified(spins: int) -> Certified:
    def in_this_process(tasks: Iterator[Task], home: Home) -> None:
        for task in tasks:
            home(play(task))

    return certify(book(), spins, 7, in_this_process, lambda _: None)


def test_a_sound_engine_is_inside_and_every_bet_is_played() -> None:
    run = certified(1_500)
    assert (run.outside, run.plan.not_played) == ([], {})
    assert {line.bet: line.wagers for line in run.lines} == dict.fromkeys(SPOTS, 1_500)


def test_the_same_seed_plays_the_same_spins() -> None:
    first, again, other = (play(next(tasks_of(plan(book()), seed, 100))) for seed in (1, 1, 2))
    assert first == again != other


def test_a_payout_that_the_exact_figures_do_not_have_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, exact = Game.spin, par.laid(book())

    def generous(self: Game, number: int) -> list[Settled]:
        rows = honest(self, number)
        won = [row for row in rows if row.bet == "split:1-2" and row.paid]
        self.house -= sum(row.stake for row in won)
        return [row._replace(paid=row.paid + row.stake) if row in won else row for row in rows]

    monkeypatch.setattr(Game, "spin", generous)
    monkeypatch.setitem(GAMES, "roulette", replace(ROULETTE, trial=GameTrial(lambda _: exact, par.try_all)))
    assert certified(300).outside == ["split:1-2"]


def test_chance_that_favours_a_number_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = DiceStream.below
    monkeypatch.setattr(DiceStream, "below", lambda self, bound: min(honest(self, bound), 30))
    assert {"straight:30", "column:3"} <= set(certified(600).outside)


def test_rows_that_do_not_make_what_the_house_has_break_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Game.spin

    def leaky(self: Game, number: int) -> list[Settled]:
        self.house += 1
        return honest(self, number)

    monkeypatch.setattr(Game, "spin", leaky)
    with pytest.raises(EngineBroke, match="the rows took"):
        certified(10)


def test_a_task_is_plain_data_that_names_its_game() -> None:
    (task,) = tasks_of(plan(book()), 1, 1)
    assert json.loads(json.dumps(task.rules))["game"] == "roulette"
