"""Kept samples of journals: one of each schema version that ever was, so that an upgrade is tried on the real thing.

`python -m tests.vault.sample` makes the sample of the present version, if there is none yet. A sample is never made
anew: what it is good for is that it was written by the Boxcars of its day. Its table is idle, as before an upgrade.
"""

import json
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from controller.table.phases import Phase
from controller.table.staff.said import act_said
from controller.vault.journal.schema import VERSION
from controller.vault.kept_table import KeptTable
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted
from tests.vault.evening import KEY, Evening, make_table, play
from tests.vault.recorded import opened

SAMPLES = Path(__file__).parent / "samples"


def unpack_sample(version: int, to: Path) -> dict[str, Any]:
    """The vault of that version in `to/vault`, and what must be in it."""
    with tarfile.open(SAMPLES / f"schema-{version}.tar.xz") as packed:
        packed.extractall(to, filter="data")
    (to / "vault" / "signing.key").chmod(0o600)
    told: dict[str, Any] = json.loads((to / "told.json").read_text())
    return told


def versions() -> list[int]:
    """Of the samples that are kept."""
    return sorted(int(file.name.removeprefix("schema-").partition(".")[0]) for file in SAMPLES.glob("schema-*.tar.xz"))


def facts(kept: KeptTable) -> dict[str, Any]:
    """What an upgrade must not change."""
    game, clerk = kept.table.game, kept.vault.clerk
    return {
        "journal": kept.vault.journal,
        "money": {str(seat): list(game.money(seat)) for seat in game.seat_numbers()},
        "ledger": clerk.ledger.rows(),
        "games": clerk.meters.lifetime[0]["games"],
        "round": kept.table.round,
        "last_roll": kept.table.last_roll,
    }


def _make(top: Path) -> None:
    kept = opened(top / "vault")
    play(kept, Evening(seed=41, restless=0.06), 300)
    _become_idle(kept)
    told = facts(kept)
    kept.close()
    assert verify(top / "vault", ProofWanted(make_table, KEY)).fault is None
    (top / "told.json").write_text(json.dumps(told))


def _become_idle(kept: KeptTable) -> None:
    """A supervisor closes the table out."""
    for id, act in enumerate(("hold", "close_out", "resume"), 1):
        kept.take(act_said("menu-before-upgrade", id, "boris", "supervisor", act, reference="an upgrade"))
    kept.commit()
    assert kept.table.phase is Phase.IDLE


def main() -> int:
    """Make the sample of this version, once."""
    file = SAMPLES / f"schema-{VERSION}.tar.xz"
    if file.exists():
        print(f"{file} is there already, and stays as it is")
        return 1
    top = Path(tempfile.mkdtemp())
    _make(top)
    with tarfile.open(file, "w:xz") as packed:
        for name in ("vault/journal.db", "vault/signing.key", "told.json"):
            packed.add(top / name, name)
    shutil.rmtree(top)
    print(f"{file}: {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
