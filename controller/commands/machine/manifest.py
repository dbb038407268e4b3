"""`boxcars manifest make|check|verify|signature`: is every installed file the one that was released?"""

import argparse
from importlib.metadata import version
from pathlib import Path

from config.files.reading import BadFile
from controller.commands import fail
from controller.commands.journal.common import print_json
from controller.manifest import LISTING, check_all, document, make, read_manifest, roots
from controller.seeded_signature import MEANS, check_seed, signature
from controller.signed_manifest import read_signed

MISMATCH = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    acts = parser.add_subparsers(dest="act", metavar="make|check|verify|signature", required=True)
    for act, purpose in (
        ("make", "write the manifest of what is installed now"),
        ("check", "compare what is installed with a manifest; exit code 1 if a file differs"),
        ("verify", "the same with a signed manifest on a medium of its own"),
    ):
        words = acts.add_parser(act, help=purpose, description=purpose.capitalize())
        if act == "verify":
            words.add_argument("--from", dest="medium", type=Path, required=True, metavar="MEDIUM", help="its folder")
            words.add_argument(
                "--key", required=True, metavar="KEY|FILE", help="the public key of who made the release"
            )
        else:
            words.add_argument("file", type=Path, metavar="FILE", help="the manifest")
        words.add_argument("--json", action="store_true", help="one JSON document")
        if act == "make":
            words.add_argument("--whole", action="store_true", help="with Python itself and Debian's files")
        else:
            words.add_argument("--all", action="store_true", help="list every file, not only those that differ")
    signs = "a signature of every installed file, begun with a seed that somebody outside has chosen"
    words = acts.add_parser("signature", help=signs, description=signs.capitalize())
    words.add_argument("--seed", required=True, metavar="HEX", help="of crc16 four digits, high ones first")
    words.add_argument(
        "--by", choices=tuple(MEANS), default="crc16", help="default %(default)s, which poll 21 of SAS tells"
    )
    words.add_argument("--json", action="store_true", help="one JSON document")


def run(options: argparse.Namespace) -> int:
    """Make, check or sign it."""
    return {"make": _make, "check": _check, "verify": _check, "signature": _signature}[options.act](options)


def _signature(options: argparse.Namespace) -> int:
    try:
        seed = bytes.fromhex(options.seed)
        check_seed(options.by, seed)
        signed = signature(options.by, seed, roots())
    except ValueError:
        return fail(f"{options.seed}: a seed is written in hexadecimal digits")
    except BadFile as error:
        return fail(str(error))
    if options.json:
        print_json({"version": version("boxcars"), "by": options.by, "seed": seed.hex(), "signature": signed})
    else:
        print(f"boxcars {version('boxcars')}: {options.by} with the seed {seed.hex()}: {signed}")
    return 0


def _make(options: argparse.Namespace) -> int:
    manifest = make(version("boxcars"), roots(options.whole))
    beside = options.file.with_name(options.file.name + ".new")
    try:
        beside.write_text(manifest.text(), encoding="utf-8")
        beside.replace(options.file)
    except OSError as error:
        return fail(f"{options.file}: cannot be written: {error.strerror}")
    if options.json:
        print_json(document(manifest, []))
    else:
        print(f"boxcars {manifest.version}: {len(manifest.files)} files, sha256 {manifest.digest}")
    return 0


def _check(options: argparse.Namespace) -> int:
    try:
        signed = options.act == "verify"
        manifest = read_signed(options.medium, options.key) if signed else read_manifest(options.file)
    except BadFile as error:
        return fail(str(error))
    told = check_all(manifest, roots())
    listing = told.pop(LISTING)
    if options.json:
        print_json({**told, LISTING: listing} if options.all else told)
        return 0 if told["ok"] else MISMATCH
    print(f"boxcars {manifest.version}: {len(manifest.files)} files, sha256 {manifest.digest}")
    for one in told["differences"]:
        print(f"  {one['what']:<12}{one['file']}")
    if told["more"]:
        print(f"  and {told['more']} more")
    for file, sha256, what in listing if options.all else ():
        print(f"  {sha256 or '-':<64}  {what:<12}{file}")
    wrong = len(told["differences"]) + told["more"]
    print(f"{wrong} files are not as they were released" if wrong else "every file is as it was released")
    return MISMATCH if wrong else 0
