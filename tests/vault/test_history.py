"""The last rolls and the best hands of the gaming day are what a person with a pencil would have."""

from pathlib import Path
from typing import Any

import pytest

from config.cabinet import Cabinet
from controller.facts.kinds import Decision, RoundEnded
from controller.games.craps.history import BEST_HANDS, LAST_ROLLS, Hands
from controller.server.loop import journal as journal_of_server
from controller.server.loop.journal import new_journal, open_journal
from controller.vault.books.clerk import Clerk, clerk_of, plain_clerk
from controller.vault.lifecycle.creation import Life
from tests.vault.conftest import Open
from tests.vault.evening import Clock, Evening, play
from tests.vault.test_meters import HOUR, NEW_YORK, watch


def details(a: int, b: int, **more: Any) -> dict[str, Any]:
    return {"faces": [a, b], "come_out": False, "seven_out": False, "point": 6, "roll_count": 1, "shooter": 2, **more}


def hands(clerk: Clerk) -> Hands:
    assert isinstance(clerk.history, Hands)
    return clerk.history


def known_again(reopen: Open) -> Hands:
    kept = reopen()
    kept.vault.close()
    return hands(kept.vault.clerk)


def pencil(seen: list[Decision]) -> tuple[list[tuple[int, int]], list[int]]:
    """All rolls, and the length of every hand."""
    endings = [row.details for row in seen if isinstance(row, RoundEnded) and row.details.get("faces")]
    rolls = [(row["faces"][0], row["faces"][1]) for row in endings]
    return rolls, [row["roll_count"] for row in endings if row["seven_out"]]


@pytest.mark.parametrize(
    "told, did",
    [
        (details(2, 2, come_out=True, point=4), "point"),
        (details(3, 4, come_out=True, point=None), ""),
        (details(3, 3, point=None), "made"),
        (details(5, 3), ""),
        (details(3, 4, point=None, seven_out=True), "out"),
    ],
)
def test_a_roll_says_what_it_did_to_the_puck(told: dict[str, Any], did: str) -> None:
    hands = Hands()
    hands.take(told)
    assert hands.rolls[-1].did == did


def test_a_round_without_dice_is_no_roll() -> None:
    hands = Hands()
    hands.take({"why": "void"})
    assert hands.rolls == ()


def test_of_hands_of_one_length_the_earlier_stands_first() -> None:
    hands = Hands()
    for shooter, count in ((1, 4), (2, 9), (3, 4), (4, 30), (5, 4), (6, 4), (7, 5)):
        hands.take(details(3, 4, seven_out=True, roll_count=count, shooter=shooter))
    assert [(hand.rolls, hand.shooter) for hand in hands.best] == [(30, 4), (9, 2), (5, 7), (4, 1), (4, 3)]


def test_the_best_hands_are_those_of_the_whole_day_and_a_restart_knows_them(reopen: Open) -> None:
    kept = reopen()
    rolls, lengths = pencil(watch(kept, Evening(seed=8), 1500))
    assert len(lengths) > BEST_HANDS
    kept.vault.close()  # as a crash ends it: what stands after the snapshot is read again
    known = known_again(reopen)
    assert [hand.rolls for hand in known.best] == sorted(lengths, reverse=True)[:BEST_HANDS]
    assert [roll.faces for roll in known.rolls] == rolls[-LAST_ROLLS:]
    assert known.totals == [sum(1 for a, b in rolls if a + b == total) for total in range(2, 13)]


def test_a_stop_in_order_keeps_them_in_the_snapshot(reopen: Open) -> None:
    kept = reopen()
    play(kept, Evening(seed=8), 800)
    before = hands(kept.vault.clerk).plain()
    kept.close()
    assert before["best"]
    assert known_again(reopen).plain() == before


def test_a_snapshot_of_before_there_were_hands_is_read(reopen: Open) -> None:
    kept = reopen()
    data = plain_clerk(kept.vault.clerk)
    kept.vault.close()
    del data["hands"]
    assert hands(clerk_of(data)).best == ()


def test_a_new_gaming_day_has_best_hands_of_its_own_and_goes_on_with_the_rolls(reopen: Open, clock: Clock) -> None:
    kept = reopen()
    play(kept, Evening(seed=8), 800)
    rolls = hands(kept.vault.clerk).rolls
    assert hands(kept.vault.clerk).best
    clock.now += 24 * HOUR
    assert kept.turn_day(NEW_YORK)
    assert hands(kept.vault.clerk).best == ()
    assert sum(hands(kept.vault.clerk).totals) == 0
    assert hands(kept.vault.clerk).rolls == rolls
    kept.close()
    assert known_again(reopen).best == ()


def test_the_controller_closes_the_day_at_the_hour_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(1_789_997_400_000)  # 09:30 in New York
    monkeypatch.setattr(journal_of_server, "wall_clock", clock)
    cabinet = Cabinet.model_validate(
        {
            "name": "day",
            "table": {"seats": 1},
            "journal": {
                "directory": str(tmp_path / "journal"),
                "life": "demo",
                "day_closes": "10:00",
                "time_zone": "America/New_York",
            },
            "dice_unit": {"key_file": "none", "emulated": True},
        }
    )
    new_journal(tmp_path / "journal", Life.DEMO, cabinet.table, "test", cabinet.journal.gaming_day())
    journal = open_journal(cabinet)
    rounds_of_yesterday = days(journal)
    clock.now += HOUR // 3  # 09:50
    journal.rest()
    assert days(journal) == rounds_of_yesterday == []
    clock.now += HOUR // 3
    journal.rest()
    journal.rest()
    assert days(journal) == ["2026-09-20"]
    journal.close()
    clock.now += 48 * HOUR
    journal = open_journal(cabinet)
    assert days(journal) == ["2026-09-20", "2026-09-22"]
    journal.close()


def days(journal: journal_of_server.Journal) -> list[str]:
    connection = journal._kept.vault.connection()
    return [day for (day,) in connection.execute("select day from day order by day")]
