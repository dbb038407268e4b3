"""What records does beside its answers, because it takes long: verifying or exporting the journal, checking files."""

from pathlib import Path
from typing import Any

from controller import manifest
from controller.beside import Does, Tell
from controller.craps_table import craps_table_from
from controller.records.export import export
from controller.vault.verify import Wanted, verify


def verify_journal(journal: Path, tell: Tell) -> dict[str, Any]:
    """All of it but the dice's signatures, whose key is not for this process."""
    return verify(journal, Wanted(craps_table_from), tell).plain()


def check_software(released: Path, tell: Tell) -> dict[str, Any]:
    """Every installed file beside the manifest, with the list of them."""
    return manifest.check_all(manifest.read_manifest(released), manifest.roots(), tell)


JOBS: dict[str, Does[Any]] = {"verify": verify_journal, "software": check_software, "export": export}
