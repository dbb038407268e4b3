"""After a restart: the last rolls and the best hands of the day, read back from the journal. Bounded, and for show."""

from datetime import UTC, datetime
from pathlib import Path

import structlog

from controller.server.past import Past
from controller.vault.faults import VaultFault
from controller.vault.reader import Reader
from controller.vault.recall import Which, recall

MOST_ROUNDS = 300
"""So many are looked at, however long the day has been."""

log = structlog.get_logger()


def past_of(journal: Path) -> Past:
    """What the journal's last rounds of today were."""
    past = Past()
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    since = int(today.timestamp() * 1000)
    try:
        with Reader(journal) as reader:
            rounds = recall(reader, Which(last=MOST_ROUNDS, since=since))
    except VaultFault as fault:
        log.warning("the past is not shown", why=str(fault))
        return past
    endings = [row for told in reversed(rounds) for row in told["happened"] if row["what"] == "round ended"]
    past.note_all(row["details"] for row in endings)
    return past
