"""Is this journal the one that the floor has? Its last signed word is a copy of the head in a second place.

It proves nothing where there is none, or none that our floor signed. Where there is one, the journal has to have that
entry: else an older copy was put in its place, or its past was written anew, and it is not to be played on.
"""

from pathlib import Path

from config.floor import Uplink
from controller.uplink.certificate import key_in_certificate
from controller.uplink.kept import WORD, kept_word
from controller.vault.faults import VaultFault
from controller.vault.journal.identity import hash_at
from controller.vault.read.reader import Reader


def check_against_floor(journal: Path, settings: Uplink) -> None:
    """VaultFault where the floor's word speaks against this journal."""
    word = kept_word(Path(settings.directory))
    said = None if word is None else word.read(key_in_certificate(Path(settings.certificate)))
    if said is None or said.seq == 0:
        return
    with Reader(journal) as reader, reader.view() as connection:
        standing = reader.standing
        if said.journal != standing.journal or said.seq < standing.base_seq:
            return
        found = hash_at(connection, standing, said.seq)
    where = Path(settings.directory) / WORD
    if found is None:
        raise VaultFault("head_gone", f"{where}: the floor has entry {said.seq}; this journal ends before it")
    if found.hex() != said.hash:
        raise VaultFault("head_differs", f"{where}: the floor has another entry {said.seq}")
