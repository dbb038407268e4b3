"""The wall clock may jump as it likes: it is written down beside what happens, and decides nothing."""

import random
from pathlib import Path

from controller.vault.kept_table import KeptTable
from controller.vault.lifecycle.creation import Birth, Dice, Life, bear
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from controller.vault.read.reader import Reader, entries
from tests.vault.evening import KEY, Clock, Evening, make_table, new_state, play

STEPS = 250
A_YEAR = 365 * 24 * 3600 * 1000


class Jumping(Clock):
    """A clock that somebody sets, again and again, up to a year on or back."""

    def __init__(self) -> None:
        super().__init__()
        self._chance = random.Random(7)

    def __call__(self) -> int:
        if self._chance.random() < 0.2:
            self.now += self._chance.randrange(-A_YEAR, A_YEAR)
        return super().__call__()


def an_evening(place: Path, clock: Clock) -> KeptTable:
    """The same seeded evening, whatever time it is said to be."""
    bear(place, Birth(Life.LIVE, new_state(), clock()))
    kept = KeptTable.open(place, clock, make_table, dice=Dice.UNIT)
    play(kept, Evening(seed=11, restless=0.06), STEPS)
    kept.close()
    return kept


def told(place: Path) -> list[tuple[int, object, object, object]]:
    """What happened, in its order: number, event, time left, digest of the state."""
    with Reader(place) as reader, reader.view() as connection:
        return [
            (entry["seq"], entry["event"], entry["left"], entry["digest"])
            for entry in entries(connection, 1, 1_000_000)
            if entry["kind"] == "step"
        ]


def test_an_evening_is_the_same_to_the_bit_whatever_the_wall_clock_does(tmp_path: Path) -> None:
    an_evening(tmp_path / "steady", Clock())
    an_evening(tmp_path / "jumping", Jumping())
    steady, jumping = told(tmp_path / "steady"), told(tmp_path / "jumping")
    assert len(steady) > STEPS / 2
    assert [one[1:] for one in jumping] == [one[1:] for one in steady]
    assert [one[0] for one in jumping] == sorted(one[0] for one in jumping)


def test_a_journal_written_under_a_jumping_clock_is_proved_and_recovered_like_any_other(tmp_path: Path) -> None:
    place, clock = tmp_path / "jumping", Jumping()
    before = an_evening(place, clock).table
    again = KeptTable.open(place, clock, make_table, dice=Dice.UNIT)
    assert again.table.round == before.round
    assert again.due_in() is None or again.due_in() == before.left
    again.close()
    report = verify(place, ProofWanted(make_table, KEY))
    assert report.fault is None
