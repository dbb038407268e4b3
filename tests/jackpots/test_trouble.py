"""Evenings of jackpots in trouble, from seeds; and bugs that are planted, which the laws find."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.floor.jackpots import answers, kept
from controller.floor.jackpots.rows import Claimed
from controller.floor.tickets import office
from controller.games import jackpots as arithmetic
from controller.games.jackpots import Pot
from controller.table import snapshot
from controller.table.jackpots import claims, playing, state
from controller.table.jackpots.state import JackpotState
from tests.floor.conftest import database, postgres_server
from tests.jackpots.trouble import Broken, Trouble

__all__ = ["database", "postgres_server"]
SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_goes_wrong_no_pot_is_paid_twice_and_nothing_is_lost(tmp_path: Path, database: str, seed: int) -> None:
    Trouble(tmp_path, seed, database).plays()


Plant = Callable[[pytest.MonkeyPatch], None]


def pays_twice(plant: pytest.MonkeyPatch) -> None:
    """The claim is waited for though it was paid."""
    pays, ended = claims._pay, set[str]()

    def twice(work: Any, of: Any, event: Any) -> None:
        pays(work, of, event)
        if of.request not in ended:
            ended.add(of.request)
            pays(work, of, event)

    plant.setattr(claims, "_pay", twice)


def loses_a_contribution(plant: pytest.MonkeyPatch) -> None:
    """The last of a batch."""
    facts = kept._facts
    plant.setattr(kept, "_facts", lambda new: [one for one in facts(new) if one[2]["roll"] != 2])


def feeds_before_the_commit(plant: pytest.MonkeyPatch) -> None:
    """A batch that is not kept feeds a pot all the same: it is remembered beside the store."""
    feeding = Pot.plus
    seen: list[int] = []

    def again(pot: Pot, parts: int) -> Pot:
        seen.append(parts)
        return feeding(pot, parts if len(seen) != 2 else 2 * parts)

    plant.setattr(Pot, "plus", again)


def honours_a_lease_after_its_end(plant: pytest.MonkeyPatch) -> None:
    """Any lease that ever came."""
    plant.setattr(playing, "_good_lease", lambda table: table.jackpots.lease)


def loses_the_remainder(plant: pytest.MonkeyPatch) -> None:
    """What does not divide goes nowhere."""

    def rounded(prize: int, stakes: Mapping[int, int]) -> dict[int, int]:
        whole = sum(stakes.values())
        return {seat: prize * stake // whole for seat, stake in stakes.items()}

    plant.setattr(claims, "shares", rounded)


def answers_a_claim_without_its_entry(plant: pytest.MonkeyPatch) -> None:
    """By the ask alone, before the batch has come."""
    answer = answers.answer

    async def at_once(transaction: Any, deciding: Any, now: int, *of: Any) -> Any:
        found = await answer(transaction, deciding, now, *of)
        if found is not None:
            return found
        made = deciding.add(now, "jackpot", {"request": of[3], "verdict": "won", "amount": 100})
        journal, branch, seq, request = of
        claimed = Claimed(journal, branch, seq, request, "", "boxcars", 0, 0, now, '{"1":1}', "won", 100, 1)
        return claimed._replace(decision=made.seq, decision_hash=made.hash.hex())

    plant.setattr(office, "answer_claim", at_once)


def forgets_the_base(plant: pytest.MonkeyPatch) -> None:
    """After a hit there is nothing in the pot."""
    plant.setattr(Pot, "hit", lambda pot, seats: (pot.prize, pot.paid_out(pot.prize, seats)))


def rounds_before_it_pays(plant: pytest.MonkeyPatch) -> None:
    """What is less than a unit is gone."""

    def rounded(pot: Pot, prize: int, seats: int) -> Pot:
        return pot._replace(total=0, paid=pot.paid + prize * arithmetic.PARTS, hits=pot.hits + 1, wins=pot.wins + seats)

    plant.setattr(Pot, "paid_out", rounded)


def lets_a_lock_end_by_itself(plant: pytest.MonkeyPatch) -> None:
    """A claim is forgotten at a restart."""
    read = state.jackpots_of

    def forgetful(row: list[Any]) -> JackpotState:
        return read(row)._replace(claims=())

    rows = (row._replace(read=forgetful) if row.name == "jackpots" else row for row in snapshot.STEADY.rows)
    plant.setattr(snapshot, "STEADY", snapshot.StateFields(*rows))


PLANTED: tuple[Plant, ...] = (
    pays_twice,
    loses_a_contribution,
    feeds_before_the_commit,
    honours_a_lease_after_its_end,
    loses_the_remainder,
    answers_a_claim_without_its_entry,
    forgets_the_base,
    rounds_before_it_pays,
    lets_a_lock_end_by_itself,
)


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.__name__)
def test_a_planted_bug_is_found(tmp_path: Path, bug: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    for seed in range(1, 9):
        try:
            Trouble(tmp_path / str(seed), seed).plays()
        except (Broken, AssertionError):
            return
    raise AssertionError(f"{bug.__name__} was found by none of the seeds")
