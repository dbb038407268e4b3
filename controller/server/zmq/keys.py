"""`boxcars keys init|add|revoke|list`: the CURVE keys of the controller and of its remote peers.

`init` makes the controller's pair. `add` makes a pair for a peer, keeps the public half in the ring, and writes what
the peer needs into one file that only its owner reads; that file is carried to the peer. `revoke` takes a key out of
the ring: the next message that comes by it is refused.
"""

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path

import zmq

from config.files.reading import BadFile, read_text, read_toml, validate
from config.files.secrets import read_secret, write_secret
from controller.server.loop.ports import ROLES
from controller.server.zmq.keyring import AUTHORIZED, CONTROLLER_PUBLIC, CONTROLLER_SECRET, REVOKED, Key, is_key_name
from controller.vault.journal.files import sync_directory, sync_file

Z85_LENGTH = 40
DEFAULT_DIRECTORY = Path("/etc/boxcars/keys")
PEER_FILE = "{name}.key_secret.json"


def add_acts(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The words of the command line."""
    _act(kinds, "init", "make the controller's own pair of keys", _init)
    add = _act(kinds, "add", "let a peer in: make its keys, or take its public key", _add)
    add.add_argument("name", metavar="NAME", help="what the key is called, in the ring and in the log")
    add.add_argument("--role", choices=ROLES, required=True)
    add.add_argument("--seat", type=int, metavar="N", help="the seat of a terminal")
    add.add_argument("--public", metavar="Z85", help="the peer's own public key; it has made its keys itself")
    add.add_argument("--out", type=Path, metavar="FILE", help="where to write what the peer needs")
    revoke = _act(kinds, "revoke", "put a peer out, at once", _revoke)
    revoke.add_argument("name", metavar="NAME")
    listed = _act(kinds, "list", "who may come in", _list)
    listed.add_argument("--json", action="store_true", help="a JSON object")


def _act(
    kinds: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    purpose: str,
    run: Callable[[argparse.Namespace], None],
) -> argparse.ArgumentParser:
    parser = kinds.add_parser(name, help=purpose, description=purpose)
    parser.add_argument("--keys", type=Path, default=DEFAULT_DIRECTORY, metavar="DIR", help="default: %(default)s")
    parser.set_defaults(run_act=run)
    return parser


def _init(options: argparse.Namespace) -> None:
    directory: Path = options.keys
    try:
        for folder in (directory, directory / AUTHORIZED, directory / REVOKED):
            folder.mkdir(parents=True, exist_ok=True, mode=0o750)
    except OSError as error:
        raise BadFile(f"{directory}: cannot be made: {error.strerror or error}") from None
    public, secret = zmq.curve_keypair()
    write_secret(directory / CONTROLLER_SECRET, secret)
    (directory / CONTROLLER_PUBLIC).write_text(public.decode() + "\n")
    print(f"{directory}: the controller's keys are made; its public key is {public.decode()}")


def _add(options: argparse.Namespace) -> None:
    name: str = options.name
    if not is_key_name(name):
        raise BadFile(f"{name!r} is no name for a key: small letters, digits, dot, dash and underscore, up to 40")
    ring: Path = options.keys / AUTHORIZED
    if (ring / f"{name}.toml").exists():
        raise BadFile(f"{name}: there is a key of that name; revoke it first, or choose another name")
    controller = controller_public(options.keys)
    secret = None
    public = options.public
    if public is None:
        made, secret = zmq.curve_keypair()
        public = made.decode()
    found = {"public": public, "role": options.role, "seat": options.seat}
    key = validate(Key, {word: value for word, value in found.items() if value is not None}, f"key {name}")
    if secret is not None:
        out: Path = options.out or Path(PEER_FILE.format(name=name))
        told = {"controller": controller, "public": public, "secret": secret.decode()}
        write_secret(out, (json.dumps(told, indent=2) + "\n").encode())
        print(f"{out}: carry this file to the peer, readable by its owner alone, and keep no copy")
    _put(ring / f"{name}.toml", key)
    print(f"{name}: may come in as {key.role}" + (f" of seat {key.seat}" if key.seat else ""))


def _put(path: Path, key: Key) -> None:
    """Whole or not at all, for a running controller reads it at once."""
    lines = [f'public = "{key.public}"', f'role = "{key.role}"', *([f"seat = {key.seat}"] if key.seat else [])]
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text("\n".join(lines) + "\n")
        sync_file(beside)
        beside.replace(path)
        sync_directory(path.parent)
    except OSError as error:
        raise BadFile(f"{path}: cannot be written: {error.strerror or error}; run `boxcars keys init`") from None


def _revoke(options: argparse.Namespace) -> None:
    path: Path = options.keys / AUTHORIZED / f"{options.name}.toml"
    if not is_key_name(options.name) or not path.exists():
        raise BadFile(f"{options.name}: there is no such key in {options.keys}; `boxcars keys list` shows them")
    (options.keys / REVOKED).mkdir(exist_ok=True)
    number = sum(1 for _ in (options.keys / REVOKED).glob(f"{options.name}.*"))
    path.rename(options.keys / REVOKED / f"{options.name}.{number}.toml")
    for folder in (path.parent, options.keys / REVOKED):  # who was told that it is out is not to find it in after a cut
        sync_directory(folder)
    print(f"{options.name}: is out")


def _list(options: argparse.Namespace) -> None:
    ring: Path = options.keys / AUTHORIZED
    keys = {path.stem: validate(Key, read_toml(path), str(path)) for path in sorted(ring.glob("*.toml"))}
    if options.json:
        print(json.dumps({name: key.model_dump(exclude_none=True) for name, key in keys.items()}, indent=2))
        return
    for name, key in keys.items():
        print(f"{name:<24} {key.role:<9} {'seat ' + str(key.seat) if key.seat else '':<10} {key.public}")


# ---- reading --------------------------------------------------------------------------------------------------------


def controller_public(directory: Path) -> str:
    """The controller's public key, in Z85."""
    path = directory / CONTROLLER_PUBLIC
    if not path.exists():
        raise BadFile(f"{path}: is missing; `boxcars keys init --keys {directory}` makes the controller's keys")
    return read_text(path).strip()


def controller_pair(directory: Path) -> tuple[bytes, bytes]:
    """The controller's own pair, in Z85."""
    controller_public(directory)
    secret = read_secret(directory / CONTROLLER_SECRET, Z85_LENGTH)
    return zmq.curve_public(secret), secret
