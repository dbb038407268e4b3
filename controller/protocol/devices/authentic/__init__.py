"""Is what a unit reports what it really signed? Pure: for the controller, `boxcars verify` and a technician's tools.

A unit signs the bytes it reports with a key that only it and the cabinet hold, and with the nonce of the play it
accepted first. The driver only carries them; so a report is believed when its words say what the signed bytes say, and
the signature fits. What the bytes say is in `roll` and `spin` beside this: a module for each kind of outcome.
"""

import hashlib
import hmac
from typing import Literal

KEY_LENGTH = 16
NONCE_LENGTH = 8
MAC_LENGTH = 8

Believed = Literal["authentic", "words_differ", "wrong_mac"]


def mac_of(key: bytes, nonce: bytes, payload: bytes) -> bytes:
    """The MAC that the unit makes over a payload."""
    return hmac.new(key, nonce + payload, hashlib.sha256).digest()[:MAC_LENGTH]


def believed(words: bytes, payload: str, mac: str, nonce: bytes, key: bytes) -> Believed:
    """Whether these bytes, as the words of a report would have them, are those that were signed."""
    signed = bytes.fromhex(payload)
    if signed != words:
        return "words_differ"
    return "authentic" if hmac.compare_digest(mac_of(key, nonce, signed), bytes.fromhex(mac)) else "wrong_mac"
