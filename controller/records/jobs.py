"""What records does beside its answers, because it takes long: verifying the journal, checking the software."""

from pathlib import Path
from typing import Any

from controller import manifest
from controller.beside import Does, Tell
from controller.craps_table import craps_table_from
from controller.vault.verify import Wanted, verify


def verify_journal(journal: Path, tell: Tell) -> dict[str, Any]:
    """All of it but the dice's signatures, whose key is not for this process."""
    return verify(journal, Wanted(craps_table_from), tell).plain()


JOBS: dict[str, Does] = {"verify": verify_journal, "software": manifest.check}
