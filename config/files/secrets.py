"""Secret files: short, random, and readable by their owner alone.

A secret that others can read is none; such a file is refused and the message says how to mend it.
"""

import os
import secrets
import stat
from pathlib import Path

from config.files.reading import BadFile

ONLY_OWNER = 0o600
NONE = b"none"
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def handed_over(path: Path) -> Path:
    """Where systemd put this file for us (LoadCredential under the file's own name), or the path itself.

    So a secret stays root's own, and a process sees only those that its unit names. A unit that can do without hands
    over `none` where there is no file.
    """
    directory = os.environ.get("CREDENTIALS_DIRECTORY")
    if directory is None:
        return path
    given = Path(directory) / path.name
    return given if given.is_file() and given.read_bytes() != NONE else path


def read_secret(path: Path, length: int) -> bytes:
    """The `length` bytes in a file: raw, or as hexadecimal digits. BadFile if it is open to others."""
    given = handed_over(path)
    try:
        with given.open("rb") as file:
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            data = file.read(4 * length)
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror or error}") from None
    if mode & OTHERS and given is path:  # systemd opens what it hands over to this process alone, by an access list
        raise BadFile(f"{path}: is open to others (mode {mode:04o}); run: chmod 600 {path}, and better make a new key")
    return parse_secret(data, length, str(path))


def parse_secret(data: bytes, length: int, name: str) -> bytes:
    """A secret as `length` raw bytes or twice as many hexadecimal digits; never shown in the complaint."""
    if len(data) == length:
        return data
    try:
        secret = bytes.fromhex(data.decode("ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != length:
        raise BadFile(f"{name}: is no key: {length} bytes, or {2 * length} hexadecimal digits, make one")
    return secret


def new_secret(length: int) -> bytes:
    """Random bytes from the operating system."""
    return secrets.token_bytes(length)


def write_secret(path: Path, secret: bytes) -> None:
    """A new file that only its owner reads, on the disk with its name when this returns; an existing one is left alone
    and is BadFile. What could not be written whole is no key, and does not stand in the way of the next one."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
    except FileExistsError:
        raise BadFile(f"{path}: exists already; a key is never overwritten, move the old one away first") from None
    except OSError as error:
        raise BadFile(f"{path}: cannot be written: {error.strerror or error}") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(descriptor, ONLY_OWNER)  # whatever the umask says
            file.write(secret)
            file.flush()
            os.fsync(descriptor)
        _sync_directory(path.parent)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise BadFile(f"{path}: cannot be written: {error.strerror or error}") from None


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
