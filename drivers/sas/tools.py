"""What a technician asks about the casino's line: how it is, what waits for the host, what was said."""

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import zmq
from pydantic import TypeAdapter

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from config.sas import SasSettings
from controller.protocol.message import LARGEST_TOLD, BadMessage, Message, decode, encode
from controller.protocol.records.history import Log, LogRow, LogWanted
from controller.protocol.records.questions import FROM_RECORDS
from controller.protocol.status import STATUS, LinkStatus, StatusWanted
from drivers.common.tooling import fail
from drivers.sas.trace import BEFORE, explained

PATIENCE_MS = 2000
GOOD, NO_ANSWER = 0, 1
NUMBERS = {"system": "numbers by the host", "secure": "numbers made here"}
LAST, OF_ALL = 6, 60
"""What the host did last: so many lines of an address, among so many of the event log."""
STANDS = {0x00: "is credited", 0x20: "waits for the host", 0x40: "is on its way to the box"}

Found = TypeVar("Found")


def show_status(options: argparse.Namespace) -> int:
    """A line for each address, and what the host did last there: what it asked for, what it was told, and when."""
    links = _links(options.config)
    if links is None:
        return _nobody()
    lately = _lately(options.config)
    if options.json:
        print(json.dumps([_as_data(link, lately) for link in links]))
    for link in links if not options.json else []:
        of = link.details
        whose = f"seat {of['seat']}" if of["seat"] else "the table"
        line = f"address {_address(link):>3}  {whose:<9}  {_how(link)}, last poll {of.get('last_poll') or 'none'}"
        print(f"{line}, {of['waiting']} exceptions wait{', play is turned off' if of['disabled'] else ''}")
        if of.get("validation"):
            print(f"             tickets: {_tickets(of['validation'], of['unread'], of['last_ticket'])}")
        for row in _of_address(lately or (), _address(link)):
            print(f"             {datetime.fromtimestamp(row.at / 1000, UTC):%Y-%m-%d %H:%M:%S}  {row.text}")
    if lately is None:
        print("what the host did last: no records process answers", file=sys.stderr)
    return GOOD


def _how(link: LinkStatus) -> str:
    of = link.details
    if "loop" not in of:
        return "its driver is not heard"
    if not of["loop"]:
        return "nothing is heard on the line"
    return f"{'' if link.up else 'not '}polled{', a trace is kept' if of.get('traced') else ''}"


def _as_data(link: LinkStatus, lately: tuple[LogRow, ...] | None) -> dict[str, object]:
    address = _address(link)
    last = None if lately is None else [{"at": row.at, **(row.fact or {})} for row in _of_address(lately, address)]
    return {"address": address, "up": link.up, **link.details, "last": last}


def _of_address(rows: Iterable[LogRow], address: int) -> list[LogRow]:
    """The latest of them, the latest first."""
    return [row for row in rows if row.fact and row.fact.get("address") == address][:LAST]


def _tickets(style: object, unread: object, last: object) -> str:
    code = int(str(last), 16) if last else None
    stands = "none came in" if code is None else f"the last that came in {STANDS.get(code, f'was refused ({last})')}"
    return f"{NUMBERS[str(style)]}, {unread} not read by the host, {stands}"


def show_exceptions(options: argparse.Namespace) -> int:
    """A line for each address, with codes in the order in which they are told."""
    links = _links(options.config)
    if links is None:
        return _nobody()
    waiting = {_address(link): str(link.details.get("exceptions", "")).split() for link in links}
    if options.json:
        print(json.dumps(waiting))
    for address, codes in waiting.items() if not options.json else []:
        print(f"address {address:>3}  {' '.join(codes) or 'none'}")
    return GOOD


def show_trace(settings: SasSettings, last: int) -> int:
    """The end of it, explained."""
    if settings.trace is None:
        return fail("sas.trace: no trace is kept; name a file there")
    lines: deque[str] = deque(maxlen=max(1, last))
    for path in (Path(settings.trace + BEFORE), Path(settings.trace)):
        if path.exists():
            with path.open(encoding="ascii", errors="replace") as file:
                lines.extend(file)
    for line in explained(lines):
        print(line)
    return GOOD


def _address(link: LinkStatus) -> int:
    return int(link.name.removeprefix("address "))


def _links(config: Path) -> list[LinkStatus] | None:
    """The addresses as the controller knows them; None if it does not answer."""
    status = _ask(config, "records", StatusWanted(), STATUS)
    return None if status is None else [link for link in status.links if link.role == "sas"]


def _lately(config: Path) -> tuple[LogRow, ...] | None:
    """What the event log has of the host, the latest first; None if the records process does not answer."""
    log = _ask(config, "answers/console", LogWanted(of="host", last=OF_ALL), FROM_RECORDS)
    return log.rows if isinstance(log, Log) else None


def _ask(config: Path, where: str, question: Message, answer: TypeAdapter[Found]) -> Found | None:
    """What is said to it at this socket of the cabinet; None if nobody is there."""
    run = Path(read_cabinet(config).run)
    with zmq.Context() as context, context.socket(zmq.DEALER) as asker:
        asker.setsockopt(zmq.LINGER, 0)
        asker.connect(f"ipc://{run}/{where}/commands")
        asker.send(encode(question))
        if not asker.poll(PATIENCE_MS):
            return None
        try:
            return decode(answer, asker.recv(), LARGEST_TOLD)
        except BadMessage as error:
            raise BadFile(f"{config}: the controller speaks another version: {error}") from None


def _nobody() -> int:
    fail("no controller answers; is it running?")
    return NO_ANSWER
