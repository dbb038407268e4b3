"""What a technician does in service touches no meter and no account, whatever he does and in whatever order."""

import random
from pathlib import Path

import pytest

from controller.table.staff.operating import ACTS
from controller.table.staff.said import act_said
from controller.vault.books.clerk import Clerk
from tests.vault.evening import Evening, play
from tests.vault.recorded import opened

TECHNICIANS = [name for name, act in ACTS.items() if "technician" in act.roles and name != "change_pin"]


def books(clerk: Clerk) -> tuple[object, ...]:
    """Everything that is counted or booked."""
    return dict(clerk.ledger.balances), {scope: dict(counts) for scope, counts in clerk.meters.lifetime.items()}


@pytest.mark.parametrize("seed", range(4))
def test_no_act_of_a_technician_changes_a_meter_or_an_account(tmp_path: Path, seed: int) -> None:
    kept, chance = opened(tmp_path / "vault"), random.Random(seed)
    play(kept, Evening(seed=seed), 200)
    before, seats = books(kept.vault.clerk), [kept.table.game.money(seat) for seat in kept.table.seats]
    done = []
    for id in range(1, 140):
        act = chance.choice(TECHNICIANS)
        kept.take(act_said("operator/tom", id, "tom", "technician", act, reference="set 12"))
        (told,) = kept.commit()
        assert told.answer is not None
        done += [act] if told.answer.ok else []
    assert {"begin_service", "end_service", "change_dice"} <= set(done)
    assert books(kept.vault.clerk) == before
    assert [kept.table.game.money(seat) for seat in kept.table.seats] == seats
    kept.close()
