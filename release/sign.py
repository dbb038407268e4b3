"""Signs a release manifest where a release is made; no cabinet has this module, nor the key.

python -m release.sign key release.key                 a new key, for the owner alone; prints the public one
python -m release.sign manifest release.key MANIFEST   a medium's manifest.json.sig, beside the manifest
"""

import argparse
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from config.files.reading import BadFile
from config.files.secrets import write_secret
from controller.manifest import manifest_bytes, parse_manifest
from controller.signed_manifest import SIGNED

KEY_LENGTH = 32


def make_key(path: Path) -> str:
    """A new key in this file; the public one, for papers."""
    key = Ed25519PrivateKey.generate()
    write_secret(path, key.private_bytes_raw())
    return key.public_key().public_bytes_raw().hex()


def sign(key: Path, manifest: Path) -> Path:
    """Sign a manifest; where its signature is."""
    data = manifest_bytes(manifest)
    parse_manifest(data, manifest)
    secret = key.read_bytes()
    if len(secret) != KEY_LENGTH:
        raise BadFile(f"{key}: is no key that this module made")
    there = manifest.with_name(manifest.name + ".sig")
    there.write_text(Ed25519PrivateKey.from_private_bytes(secret).sign(SIGNED + data).hex() + "\n", encoding="ascii")
    return there


def main(arguments: list[str] | None = None) -> int:
    """One act."""
    parser = argparse.ArgumentParser(prog="release.sign")
    parser.add_argument("act", choices=("key", "manifest"))
    parser.add_argument("key", type=Path)
    parser.add_argument("file", type=Path, nargs="?", default=Path("manifest.json"))
    options = parser.parse_args(arguments)
    try:
        print(make_key(options.key) if options.act == "key" else sign(options.key, options.file))
    except (BadFile, OSError) as error:
        print(f"release.sign: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
