"""`boxcars manifest make|check`: is every installed file the one that was released?"""

import argparse
from importlib.metadata import version
from pathlib import Path

from config.reading import BadFile
from controller.commands import fail
from controller.commands.journal.common import print_json
from controller.manifest import LISTING, check_all, document, make, read_manifest, roots

MISMATCH = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    acts = parser.add_subparsers(dest="act", metavar="make|check", required=True)
    for act, purpose in (
        ("make", "write the manifest of what is installed now"),
        ("check", "compare what is installed with a manifest; exit code 1 if a file differs"),
    ):
        words = acts.add_parser(act, help=purpose, description=purpose.capitalize())
        words.add_argument("file", type=Path, metavar="FILE", help="the manifest")
        words.add_argument("--json", action="store_true", help="one JSON document")
        if act == "check":
            words.add_argument("--all", action="store_true", help="list every file, not only those that differ")


def run(options: argparse.Namespace) -> int:
    """Make or check it."""
    return {"make": _make, "check": _check}[options.act](options)


def _make(options: argparse.Namespace) -> int:
    manifest = make(version("boxcars"), roots())
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
        manifest = read_manifest(options.file)
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
