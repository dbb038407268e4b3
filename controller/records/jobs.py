"""What records does beside its answers, because it takes long: verifying or exporting the journal, checking files."""

from pathlib import Path
from typing import Any, NamedTuple

from controller import manifest
from controller.background_jobs import Does, Tell
from controller.records.export import export
from controller.support.bundle import bundle
from controller.table.snapshot import from_plain
from controller.vault.journal.known_key import pinned
from controller.vault.prove.verify import verify
from controller.vault.prove.walk import ProofWanted


class ToVerify(NamedTuple):
    """A journal, and what is known of it outside."""

    journal: Path
    pin: Path | None = None


def verify_journal(wish: ToVerify, tell: Tell) -> dict[str, Any]:
    """All of it but the dice's signatures, whose key is not for this process."""
    return verify(wish.journal, ProofWanted(from_plain, public_key=pinned(wish.pin)), tell).plain()


def check_software(released: Path, tell: Tell) -> dict[str, Any]:
    """Every installed file beside the manifest, with the list of them."""
    found = manifest.read_manifest(released)
    return manifest.check_all(found, manifest.covered_by(found), tell)


JOBS: dict[str, Does[Any]] = {"verify": verify_journal, "software": check_software, "export": export, "support": bundle}
