"""A release manifest on a medium of its own, signed where the release was made by a key that no cabinet has (Ed25519).

The signature is over the bytes of the file. Which public key is believed is said by whoever looks, never by the medium
nor by the machine: both may have been exchanged.
"""

import re
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from config.files.reading import BadFile
from controller.manifest import Manifest, manifest_bytes, parse_manifest

FILE, SIGNATURE = "manifest.json", "manifest.json.sig"
"""What lies on the medium."""
SIGNED = b"boxcars release manifest 1\n"
"""Before the bytes, so that no signature of something else is one of a manifest."""
LONGEST = 4096
HEX = {32: re.compile(r"[0-9a-f]{64}"), 64: re.compile(r"[0-9a-f]{128}")}


def read_signed(medium: Path, key: str) -> Manifest:
    """The manifest on this medium; BadFile where this key has not signed it. `key`: digits, or a file with them."""
    path, data = medium / FILE, manifest_bytes(medium / FILE)
    public = Ed25519PublicKey.from_public_bytes(_key(key))
    try:
        public.verify(_hex(medium / SIGNATURE, 64), SIGNED + data)
    except InvalidSignature:
        raise BadFile(f"{path}: is not signed by this key, or was changed since: it proves nothing") from None
    return parse_manifest(data, path)


def _key(said: str) -> bytes:
    if HEX[32].fullmatch(said.strip().lower()):
        return bytes.fromhex(said.strip())
    return _hex(Path(said), 32)


def _hex(path: Path, length: int) -> bytes:
    """So many bytes, written as digits."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST).decode("ascii", errors="replace").strip().lower()
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from None
    if not HEX[length].fullmatch(text):
        raise BadFile(f"{path}: must be {2 * length} hexadecimal digits")
    return bytes.fromhex(text)
