"""The public key of a journal, as it is known outside the file: from the machine's papers, or from its pin.

A journal names its own key, so who writes all of it anew can name another. A pin is a file outside the journal, which
the controller cannot write, that says which key this machine's journal has to be signed with.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

from controller.vault.faults import VaultFault
from controller.vault.journal.files import sync_directory
from controller.vault.journal.signing import FINGERPRINT_DIGITS, KEY_LENGTH, fingerprint

LONGEST = 1024
DIGITS = re.compile(rf"[0-9a-f]{{{2 * KEY_LENGTH}}}|[0-9a-f]{{{FINGERPRINT_DIGITS}}}")
BETWEEN_DIGITS = re.compile(r"[\s-]")


class KnownKey(NamedTuple):
    """A public key, or the fingerprint of one, in hexadecimal digits."""

    digits: str

    def is_of(self, public: bytes) -> bool:
        """Whether this is that key."""
        if len(self.digits) == FINGERPRINT_DIGITS:
            return self.digits == fingerprint(public).replace("-", "")
        return self.digits == public.hex()

    def check(self, public: bytes, journal: str) -> None:
        """VaultFault where the journal is signed with another one."""
        if not self.is_of(public):
            what = f"journal {journal} is signed with {fingerprint(public)}, known is {self.fingerprint}"
            raise VaultFault("key_unknown", what)

    @property
    def fingerprint(self) -> str:
        """As it stands on paper."""
        if len(self.digits) == FINGERPRINT_DIGITS:
            return "-".join(self.digits[at : at + 4] for at in range(0, FINGERPRINT_DIGITS, 4))
        return fingerprint(bytes.fromhex(self.digits))


def known_key(text: str, where: str) -> KnownKey:
    """A key or a fingerprint as people write it; VaultFault where it is neither."""
    digits = BETWEEN_DIGITS.sub("", text).lower()
    if not DIGITS.fullmatch(digits):
        raise VaultFault("public_key_bad", f"{where}: {text[:80]!r}")
    return KnownKey(digits)


def known_key_said(text: str) -> KnownKey:
    """On a command line: a key, a fingerprint, or the path of a file with one in it."""
    path = Path(text)
    return read_pin(path) if path.is_file() else known_key(text, "--public-key")


def read_pin(path: Path) -> KnownKey:
    """The key that a file pins; VaultFault where it pins none."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST)
    except OSError as error:
        raise VaultFault("public_key_bad", f"{path}: {error.strerror or error}") from None
    return known_key(text.decode("ascii", errors="replace"), str(path))


def pinned(path: Path | None) -> KnownKey | None:
    """The key that this machine's journal has to be signed with; None where nobody has pinned one yet."""
    return read_pin(path) if path is not None and os.path.lexists(path) else None


def write_pin(path: Path, public: bytes) -> None:
    """This key from now on. The whole file or the one before it; everybody may read it."""
    coming = path.with_name(path.name + ".new")
    try:
        with coming.open("w") as file:
            os.fchmod(file.fileno(), 0o644)
            file.write(f"{public.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        coming.replace(path)
        sync_directory(path.parent)
    except OSError as error:
        raise VaultFault("cannot_open", f"{path}: {error.strerror or error}") from None
