"""`boxcars status`: a running machine at a glance."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from config.cabinet import read_cabinet
from config.files.reading import BadFile
from config.floor import Uplink
from config.process.units_down import units_down
from config.text.words import json_text, printable, say
from controller.commands import fail
from controller.commands.journal.common import now, shown
from controller.protocol.message import encode
from controller.protocol.status import Status
from controller.server.zmq.query import Asker, NoAnswer

NOT_RUNNING = 1
CABINET, DEMO = Path("/etc/boxcars/cabinet.toml"), Path("var/demo/cabinet.toml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"default {CABINET}; where there is none, {DEMO}")
    parser.add_argument("--json", action="store_true", help="the whole status as one JSON object")
    parser.add_argument(
        "--trend", action="store_true", help="the link of dice unit or wheel over the last two hours, instead"
    )
    parser.add_argument("--wait", type=float, default=2.0, metavar="SECONDS", help="how long to wait for an answer")


def run(options: argparse.Namespace) -> int:
    """Ask, and show."""
    try:
        cabinet = read_cabinet(cabinet_file(options.config))
        run = Path(cabinet.run)
        if options.trend:
            return _trend(run, options.json)
        asker = Asker(run)
        try:
            status = asker.status(int(options.wait * 1000))
        finally:
            asker.close()
    except BadFile as error:
        return fail(str(error))
    except NoAnswer as error:
        print(f"boxcars: {printable(str(error))}", file=sys.stderr)
        for line in (units_down(run) or {}).values():
            print(f"boxcars: {printable(line)}", file=sys.stderr)
        return NOT_RUNNING
    if options.json:
        say(json_text(encode(status).decode()))
    else:
        show(status, units_down(run) or {})
        if cabinet.floor is not None:
            show_floor(cabinet.floor)
    return 0


def cabinet_file(said: Path | None) -> Path:
    """Of the cabinet of this machine, or of the demo that was started here."""
    if said is None and not CABINET.exists() and DEMO.exists():
        return DEMO
    return said or CABINET


def _trend(run: Path, as_json: bool) -> int:
    """A line a sample, oldest first."""
    from controller.service import past  # the records process knows it, and only this wants to ask it
    from controller.service.station import CannotServe

    try:
        told = past.trend(run)
    except CannotServe as refused:
        print(f"boxcars: {printable(refused.reason)}", file=sys.stderr)
        return NOT_RUNNING
    if as_json:
        say(json_text(encode(told).decode()))
        return 0
    say(f"{len(told.samples)} samples, one every {told.every_ms // 1000} s, since the records process started")
    for one in told.samples:
        figures = ", ".join(f"{name} {value}" for name, value in one.figures.items())
        say(f"{shown(one.at)}  {'up  ' if one.up else 'down'}  {figures}")
    return 0


def show(status: Status, down: Mapping[str, str] = {}) -> None:
    """For people. What systemd has given up on (`down`) the controller may tell as a trouble, too: it is said once."""
    from rich.console import Console  # slow to load, and only people need it
    from rich.markup import escape as unmarked

    def escape(words: str) -> str:
        return unmarked(printable(words))

    console = Console(highlight=False)
    say = console.print
    demo = "[bold yellow]DEMO[/] " if status.demo else ""
    state = "[green]ready[/]" if status.ready else "[yellow]starting[/]"
    say(f"{demo}[bold]Boxcars {status.version}[/] {state}, up {_time(status.up_ms)}")
    say(f"phase    [bold]{status.phase}[/], round {status.round}")
    if status.holds:
        for reason, text in status.holds.items():
            say(f"[red]held[/]     {escape(reason)}: {escape(text)}")
    else:
        say("held     no")
    linked = sum(seat.linked for seat in status.seats)
    say(f"seats    {len(status.seats)}, {linked} linked, {sum(seat.wagers for seat in status.seats)} with wagers")
    for seat in status.seats:
        if seat.lock or not seat.open:
            say(f"         seat {seat.seat}: {escape(seat.lock or 'closed')}")
    for link in status.links:
        up = "[green]up[/]" if link.up else "[red]down[/]"
        known = ", ".join(f"{name} {value}" for name, value in link.details.items() if name in _SHOWN)
        say(f"link     {link.role} {escape(link.name)}: {up} {escape(known)}")
    for line in down.values():
        say(f"[red]down[/]     {escape(line)}")
    say("journal  " + escape(", ".join(f"{name} {value}" for name, value in status.journal.items())))
    for trouble in [told for told in status.troubles if told.about.get("program") not in down][:10]:
        say(f"[yellow]trouble[/]  {trouble.last} {trouble.code} ×{trouble.times}: {escape(trouble.text)}")


def show_floor(settings: Uplink) -> None:
    """How the uplink says that it stands with the floor of the house."""
    from controller.uplink.standing import standing_with_floor

    found = standing_with_floor(settings, now())
    heard = "never heard" if found.heard_ms < 0 else f"heard {found.heard_ms // 1000} s ago"
    say(f"floor    {settings.address}: {found.delivered} entries delivered, {found.waiting} wait, {heard}")
    for code, text in found.wrong.items():
        say(f"         {code}: {printable(text)}")


_SHOWN = ("model", "serial", "state", "temperature", "round_trip_ms", "crc_errors", "retries")


def _time(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min {seconds:02} s"
