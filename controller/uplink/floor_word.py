"""Is this journal the one that the floor has? Its last signed word is a copy of the head in a second place.

It proves nothing where there is none, or none that our floor signed. Where there is one, the journal has to have that
entry: else an older copy was put in its place, or its past was written anew, and it is not to be played on.
"""

from pathlib import Path

from config.floor import Uplink
from controller.protocol.floor import Above, FloorAnswer
from controller.uplink.certificate import key_in_certificate
from controller.uplink.kept import WORD, kept_word
from controller.vault.faults import VaultFault
from controller.vault.journal.identity import hash_at
from controller.vault.read.reader import Reader


def delivered(settings: Uplink, journal: str) -> int:
    """The last entry of this journal that the floor has signed for; 0 where none."""
    said = _said(settings)
    return said.seq if said is not None and said.journal == journal else 0


def numbers_above(settings: Uplink, journal: str) -> Above | None:
    """Numbers that another past of this journal had, if the floor says so."""
    said = _said(settings)
    return said.above if said is not None and said.journal == journal else None


def _said(settings: Uplink) -> FloorAnswer | None:
    word = kept_word(Path(settings.directory))
    return None if word is None else word.read(key_in_certificate(Path(settings.certificate)))


def check_against_floor(journal: Path, settings: Uplink) -> None:
    """VaultFault where the floor's word speaks against this journal."""
    said = _said(settings)
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
