"""The floor's own key with its certificate, and the public keys of the cabinets that may speak.

One Ed25519 key is both: it signs the floor's answers, and the certificate of its HTTPS is made of it. So the one file
that a cabinet is given says whom to believe in both. A cabinet's key is a file of its name; when the file is gone, the
cabinet is out with its next message.
"""

import datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from config.files.reading import BadFile
from config.files.secrets import handed_over, parse_secret, write_secret
from controller.vault.journal.files import sync_directory, sync_file

KEY, CERTIFICATE, CABINETS = "floor.pem", "floor.crt", "cabinets"
BROKER_KEY, BROKER_CERTIFICATE = "nats.pem", "nats.crt"
KEY_LENGTH = 32
VALID_DAYS = 7300


def make_keys(folder: Path, name: str) -> None:
    """A new key and its certificate; BadFile where there is one already."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CABINETS).mkdir(exist_ok=True)
    key = Ed25519PrivateKey.generate()
    write_secret(folder / KEY, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, f"boxcars floor {name}")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(named, named, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=VALID_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, None)
    )
    (folder / CERTIFICATE).write_bytes(certificate.public_bytes(Encoding.PEM))


def make_broker_keys(folder: Path) -> None:
    """A key of the broker's own, with a certificate that the floor signed; those that are there stay."""
    if (folder / BROKER_KEY).exists():
        return
    signing, key = floor_key(folder), Ed25519PrivateKey.generate()
    floor = x509.load_pem_x509_certificate((folder / CERTIFICATE).read_bytes())
    now = datetime.datetime.now(datetime.UTC)
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "boxcars broker")])
    certificate = (
        x509.CertificateBuilder(floor.subject, named, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("floor")]), critical=False)
        .sign(signing, None)
    )
    (folder / BROKER_CERTIFICATE).write_bytes(certificate.public_bytes(Encoding.PEM))
    write_secret(folder / BROKER_KEY, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def floor_key(folder: Path) -> Ed25519PrivateKey:
    """What answers and decisions are signed with."""
    file = handed_over(folder / KEY)
    try:
        if file.stat().st_mode & 0o077 and file == folder / KEY:
            raise BadFile(f"{file}: is open to others; run: chmod 600 {file}, and better make a new key")
        key = load_pem_private_key(file.read_bytes(), None)
    except FileNotFoundError:
        raise BadFile(f"{file}: is not there; `boxcars floor init` makes it") from None
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        raise BadFile(f"{file}: is no key: {error}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadFile(f"{file}: is no Ed25519 key")
    return key


def key_of_cabinet(folder: Path, cabinet: str) -> bytes | None:
    """Looked up for each message; None where it has none, or no longer."""
    try:
        with (folder / CABINETS / f"{cabinet}.pub").open("rb") as file:
            return parse_secret(file.read(4 * KEY_LENGTH).strip(), KEY_LENGTH, cabinet)
    except (OSError, BadFile):
        return None


def add_cabinet(folder: Path, cabinet: str, digits: str) -> None:
    """From now on a cabinet of this name speaks with this key, and no other."""
    key = parse_secret(digits.strip().encode("ascii", "replace"), KEY_LENGTH, f"the key of {cabinet}")
    (folder / CABINETS).mkdir(parents=True, exist_ok=True)
    coming = folder / CABINETS / f"{cabinet}.new"
    coming.write_text(f"{key.hex()}\n")
    sync_file(coming)
    coming.replace(folder / CABINETS / f"{cabinet}.pub")
    sync_directory(folder / CABINETS)


def revoke_cabinet(folder: Path, cabinet: str) -> bool:
    """It is out; whether it was in."""
    file = folder / CABINETS / f"{cabinet}.pub"
    there = file.exists()
    file.unlink(missing_ok=True)
    if there:  # who was told that it is out is not to find it in after a cut
        sync_directory(file.parent)
    return there


def known_cabinets(folder: Path) -> list[str]:
    """Those that have a key."""
    return sorted(file.stem for file in (folder / CABINETS).glob("*.pub"))
