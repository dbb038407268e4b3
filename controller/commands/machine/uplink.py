"""`boxcars uplink`: the process that reports to the floor, and its key."""

import argparse
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.cabinet import Cabinet, read_cabinet
from config.files.reading import BadFile
from config.files.secrets import new_secret, read_secret, write_secret
from config.floor import Uplink
from config.process.logs import set_up_logging
from controller.commands import fail
from controller.vault.faults import VaultFault
from controller.vault.journal.signing import KEY_LENGTH, public_of

ACTS = """key: make the uplink's key, or show it; enrolment: what is carried to a floor that has not seen the beginning
of this journal; neither: report"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("act", nargs="?", choices=("key", "enrolment"), help=ACTS)
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of this cabinet")


def run(options: argparse.Namespace) -> int:
    """Until stopped, or the key."""
    try:
        cabinet = read_cabinet(options.config)
        if cabinet.floor is None:
            return fail(f"{options.config}: has no `[floor]`, so there is nobody to report to")
        if options.act == "key":
            return _show_key(Path(cabinet.floor.key_file))
        if options.act == "enrolment":
            return _show_enrolment(cabinet, cabinet.floor)
        from controller.uplink.process import serve  # a key is made without all of it

        set_up_logging("uplink")
        return serve(cabinet, cabinet.floor)
    except (BadFile, VaultFault) as error:
        return fail(str(error))


def _show_enrolment(cabinet: Cabinet, settings: Uplink) -> int:
    from controller.uplink.enrolling import enrolment

    print(enrolment(Path(cabinet.journal.directory), settings.cabinet).model_dump_json())
    return 0


def _show_key(file: Path) -> int:
    if not file.exists():
        write_secret(file, new_secret(KEY_LENGTH))
    key = Ed25519PrivateKey.from_private_bytes(read_secret(file, KEY_LENGTH))
    print(public_of(key).hex())
    return 0
