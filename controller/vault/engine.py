"""Which engine decides: the version of Boxcars, and a digest of the very source that plays.

Only the same engine can play a journal again and must come to the same decisions, to the bit. The digest is taken
over the syntax tree, so that what people read beside the code (comments, docstrings, layout) makes no other engine.
"""

import ast
import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import cache_from_source
from pathlib import Path

import controller
from controller.vault.faults import VaultFault

PLAYS = (
    "facts/*kinds.py",
    "protocol/devices/reprint.py",
    "games/*.py",
    "games/*/*.py",
    "games/*/rules/*.py",
    "games/*/play/*.py",
    "table/**/*.py",
)
"""What decides, of whatever game. Whatever else changes, it is played the same."""
MACHINE_CODE = "boxcars-engine"
"""The wheel that `make engine` builds."""
LEFT_OUT = frozenset({"ctx", "kind", "type_comment", "type_ignores", "type_params"})
"""Fields that say nothing of what is done, or that one Python has and another has not."""


@cache
def engine_version() -> str:
    """For example `0.1.0+3fa9c1d2e4b5`."""
    house = Path(controller.__file__).parent
    sources = {file.relative_to(house).as_posix(): file.read_bytes() for file in _files(house)}
    engine = f"{version('boxcars')}+{remembered_digest(sources)[:12]}"
    check_machine_code(house, engine)
    return engine


def is_machine_code(house: Path = Path(controller.__file__).parent) -> bool:
    """Whether machine code lies beside the source; it is what Python takes then."""
    return any(True for _ in house.glob(f"games/**/*{EXTENSION_SUFFIXES[0]}"))


def check_machine_code(house: Path, engine: str) -> None:
    """It plays instead of the source, and nobody would see what it was made of."""
    if not is_machine_code(house):
        return
    try:
        made_of = version(MACHINE_CODE)
    except PackageNotFoundError:
        made_of = "nobody knows which source"
    if made_of != engine:
        raise VaultFault("engine_mixed", f"made of {made_of}, and the source is {engine}")


def _files(house: Path) -> Iterator[Path]:
    for pattern in PLAYS:
        yield from sorted(house.glob(pattern))


def syntax_digest(sources: dict[str, bytes]) -> str:
    """Of modules by their names: the same on every Python that runs us."""
    digest = hashlib.sha256()
    for name, source in sources.items():
        digest.update(f"{name}\0{_told(ast.parse(source, name))}\0".encode())
    return digest.hexdigest()


def _told(node: object) -> str:
    if isinstance(node, ast.JoinedStr):
        return f"JoinedStr({','.join(_told(part) for part in node.values if not _is_empty(part))})"
    if isinstance(node, ast.AST):
        return f"{type(node).__name__}({','.join(_fields(node))})"
    if isinstance(node, list):
        return f"[{','.join(_told(one) for one in node if not _does_nothing(one))}]"
    return repr(node)


def _fields(node: ast.AST) -> Iterator[str]:
    for name in node._fields:
        value = getattr(node, name, None)
        if name not in LEFT_OUT and value is not None and value != []:
            yield f"{name}={_told(value)}"


def _does_nothing(node: object) -> bool:
    """A docstring, wherever it stands."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_empty(part: ast.expr) -> bool:
    """What some Pythons have in an f-string, and others have not."""
    return isinstance(part, ast.Constant) and part.value == ""


def remembered_digest(sources: dict[str, bytes]) -> str:
    """Parsing takes a third of a second, so it is done once for these very bytes, and kept where Python keeps what it
    compiled of them: whoever may write there could put another engine there as well."""
    place = Path(cache_from_source(__file__)).with_suffix(".engine")
    bytes_digest = _bytes_digest({**sources, "": Path(__file__).read_bytes()})
    with suppress(OSError, ValueError):
        of, found = place.read_text().split()
        if of == bytes_digest:
            return found
    found = syntax_digest(sources)
    _remember(place, f"{bytes_digest} {found}\n")
    return found


def _bytes_digest(sources: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, source in sources.items():
        digest.update(f"{name}\0{len(source)}\0".encode() + source)
    return digest.hexdigest()


def _remember(place: Path, text: str) -> None:
    """Where it cannot be kept, the next process works it out again."""
    half = place.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(exist_ok=True)
        half.write_text(text)
        half.replace(place)


if __name__ == "__main__":
    print(engine_version())
