"""The floor's certificate, as a cabinet was given it: the key in it is the one thing that is believed."""

import ssl
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from config.files.reading import BadFile

LONGEST_FILE = 10_000
NO_CHECK_TIME = 0x200000
"""Of OpenSSL, X509_V_FLAG_NO_CHECK_TIME; Python's `ssl` has no name for it."""


def key_in_certificate(file: Path) -> bytes:
    """The public key of the floor whose certificate this is."""
    try:
        key = x509.load_pem_x509_certificate(file.read_bytes()[:LONGEST_FILE]).public_key()
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        raise BadFile(f"{file}: is no certificate of a floor: {error}") from None
    if not isinstance(key, Ed25519PublicKey):
        raise BadFile(f"{file}: is no certificate of a floor: its key is none of Ed25519")
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)


def trusting(file: Path) -> ssl.SSLContext:
    """For a line on which nobody is believed but who has a certificate of this floor, wherever they are.

    And whenever: a cabinet whose clock is years off is heard, and its clock is an alarm.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_flags |= NO_CHECK_TIME
    context.load_verify_locations(file)
    return context
