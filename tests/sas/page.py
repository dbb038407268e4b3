"""The meters of `docs/sas.md` as a host asks for them, and what the vault has by the page's own words."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tools.sas_host.answers import Answer
from tools.sas_host.conversation import Host
from tools.sas_host.wire.crc import is_sound
from tools.sas_host.wire.figures import from_bcd

PAGE = (Path(__file__).parents[2] / "docs" / "sas.md").read_text(encoding="utf-8")
METER = re.compile(r"^\| ([0-9A-F]{2}) \| [^|]+ \| (?:credits|cents|count) \| ([^|]+) \|$", re.MULTILINE)
NAME = re.compile(r"`([^`]+)`")
ROWS: list[tuple[str, str]] = METER.findall(PAGE)
"""Code, and of which meters of the vault it is made."""
AT_ONCE = 10
"""Meters asked for in one poll."""
OF_THE_MACHINE = ("games_since_power_up", "games_since_door")
"""A seat has none of its own."""
UNIT = 100


def chunks() -> Iterator[list[tuple[str, str]]]:
    """The rows, as many at a time as one poll asks for."""
    return (ROWS[at : at + AT_ONCE] for at in range(0, len(ROWS), AT_ONCE))


def asked(host: Host, address: int, rows: Sequence[tuple[str, str]]) -> tuple[Answer, list[tuple[str, int]]]:
    """The answer to poll 6F for them, and code and figure of each; nothing where it is not sound."""
    codes = bytes.fromhex("0000" + "".join(f"{code}00" for code, _ in rows))
    answer = host.ask(address, 0x6F, bytes((len(codes),)) + codes)
    return answer, list(_meters(answer.raw[5:-2])) if is_sound(answer.raw) else []


def _meters(said: bytes) -> Iterator[tuple[str, int]]:
    """Code, size and figure, one after the other."""
    while said:
        code, size = said[0], said[2]
        yield f"{code:02X}", from_bcd(said[3 : 3 + size], "a meter")
        said = said[3 + size :]


def due(words: str, of: Callable[[str], int]) -> int:
    """What the page's words come to; `of`: a meter of the vault, by its name."""
    plus, _, minus = words.partition(" less ")
    return sum(map(of, NAME.findall(plus))) - sum(map(of, NAME.findall(minus)))


def meter(name: str, own: dict[str, int], machine: dict[str, int], credits: int) -> int:
    """A meter as a row of the page calls it; `own`: those of the seat."""
    if name == "credits":
        return credits
    if name.startswith("note "):
        return own.get(f"bills:{UNIT * int(name[5:])}", 0)
    return (machine if name in OF_THE_MACHINE else own).get(name, 0)
