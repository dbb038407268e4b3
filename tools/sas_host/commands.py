"""`boxcars sas-host`: poll a machine, ask it one thing, try whether it keeps to the protocol, or ill-treat it."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Collection
from itertools import chain
from pathlib import Path
from typing import TextIO

from tools.sas_host import stages_money, stages_read
from tools.sas_host.answers import Answer, Event, Kind
from tools.sas_host.casino import Casino
from tools.sas_host.conversation import LAST_ADDRESS, Host, Pace
from tools.sas_host.duty import Duty, Manners
from tools.sas_host.faults import FAULTS, SELDOM, ill_treat
from tools.sas_host.lines.line import Line, LineLost
from tools.sas_host.lines.rfc2217_line import Rfc2217Line
from tools.sas_host.lines.socket_line import Place, SocketLine
from tools.sas_host.lines.tty_line import TtyLine
from tools.sas_host.rig import Case, Rig, tried
from tools.sas_host.table import lines, summary
from tools.sas_host.trouble import Trouble
from tools.sas_host.wire import exceptions
from tools.sas_host.wire.polls import POLLS

RIGHT, WRONG, NO_LINE = 0, 1, 2
STAGES: dict[str, tuple[Case, ...]] = {
    "line": stages_read.LINE,
    "meters": stages_read.READ,
    "switches": stages_read.SWITCHES,
    "hand-pays": stages_money.HAND_PAYS,
    "tickets": stages_money.TICKETS,
    "aft": stages_money.TRANSFERS,
    "signature": stages_money.SIGNATURE,
    "progressives": stages_money.PROGRESSIVES,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    poll = _add(acts, "poll", "poll until Ctrl-C, deal with what machines tell, compare meters", _poll)
    poll.add_argument("--seconds", type=float, metavar="S", help="stop after so long")
    poll.add_argument("--at-once", action="store_true", help="let machines tell events at once (poll 0E)")
    poll.add_argument(
        "--meters", type=float, default=10.0, metavar="S", help="read them each S seconds; default %(default)s"
    )
    asking = _add(acts, "ask", "send one long poll and show its answer", _ask)
    asking.add_argument("poll", type=_code, metavar="CODE", help="in hexadecimal, as 0F")
    asking.add_argument(
        "body", nargs="?", type=bytes.fromhex, default=b"", metavar="HEX", help="what stands after the code"
    )
    conform = _add(acts, "conform", "try every poll and print a table", _conform)
    conform.add_argument("--stages", type=_words(STAGES), default=tuple(STAGES), metavar="A,B", help=", ".join(STAGES))
    conform.add_argument("--cents", type=int, default=0, metavar="N", help="move so much to the machine and back")
    conform.add_argument("--switches", action="store_true", help="also stop play and bills for a moment")
    faults = _add(acts, "faults", "ill-treat a machine by a seed, and see whether it stays right", _faults)
    faults.add_argument("--times", type=int, default=100, metavar="N", help="how many faults; default %(default)s")
    usual = tuple(name for name in FAULTS if name not in SELDOM)
    faults.add_argument("--only", type=_words(FAULTS), default=usual, metavar="A,B", help=", ".join(FAULTS))
    faults.add_argument("--cents", type=int, default=0, metavar="N", help="of a transfer; without it there is none")


def run(options: argparse.Namespace) -> int:
    """Open the line and act; a line that is not there is said in a line."""
    try:
        line = _line(options)
    except (LineLost, ValueError) as error:
        print(f"sas-host: {error}", file=sys.stderr)
        return NO_LINE
    act: Callable[[argparse.Namespace, Host, Duty], int] = options.run_act
    out = options.trace.open("a", encoding="utf-8", buffering=1) if _to_a_file(options) else sys.stdout
    try:
        return act(options, *_together(options, line, out))
    except LineLost as error:
        print(f"sas-host: {error}", file=sys.stderr)
        return NO_LINE
    except KeyboardInterrupt:
        return RIGHT
    finally:
        line.close()
        if out is not sys.stdout:
            out.close()


def _add(
    acts: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    purpose: str,
    run_act: Callable[[argparse.Namespace, Host, Duty], int],
) -> argparse.ArgumentParser:
    parser = acts.add_parser(name, help=purpose, description=purpose.capitalize())
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--connect", metavar="LINE", help="an emulated line: unix:PATH or tcp:HOST:PORT")
    where.add_argument("--listen", metavar="LINE", help="the same, and the machine comes to us")
    where.add_argument("--port", metavar="PORT", help="a tty, or rfc2217://HOST:PORT")
    parser.add_argument("--addresses", type=_addresses, default=(1,), metavar="A,B", help="1 to 127; default 1")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of numbers, ids and faults; default 0")
    parser.add_argument("--pace", type=float, default=40.0, metavar="MS", help="between polls; default %(default)s")
    parser.add_argument("--first", type=float, default=20.0, metavar="MS", help="a first byte later than this is late")
    parser.add_argument("--gap", type=float, default=5.0, metavar="MS", help="bytes further apart than this are late")
    parser.add_argument(
        "--patience", type=float, default=200.0, metavar="MS", help="for a first byte; default %(default)s"
    )
    parser.add_argument("--no-numbers", action="store_true", help="deny every cash-out its validation number")
    parser.add_argument("--own-numbers", action="store_true", help="machines make their numbers themselves")
    parser.add_argument("--no-cash-outs", action="store_true", help="let what machines offer (6A) go by")
    parser.add_argument("--trace", type=Path, metavar="FILE", help="every byte of the line; - is standard output")
    parser.set_defaults(run_act=run_act)
    return parser


def _together(options: argparse.Namespace, line: Line, out: TextIO) -> tuple[Host, Duty]:
    pace = Pace(*(value / 1000 for value in (options.pace, options.first, options.gap, options.patience)))
    host = Host(line, pace)
    manners = Manners(not options.no_numbers, options.own_numbers, not options.no_cash_outs)
    duty = Duty(host, Casino(random.Random(options.seed)), manners)
    host.tell = duty.hear
    if options.trace:
        host.trace = _tracing(out)
    return host, duty


def _tracing(out: TextIO) -> Callable[[str, float, bytes], None]:
    return lambda way, at, data: print(f"{at:.6f} {way} {data.hex(' ')}", file=out)


def _to_a_file(options: argparse.Namespace) -> bool:
    return options.trace is not None and str(options.trace) != "-"


def _line(options: argparse.Namespace) -> Line:
    if options.port:
        return Rfc2217Line(options.port) if "://" in options.port else TtyLine(options.port)
    return SocketLine(Place(options.connect or options.listen, bool(options.listen)))


def _poll(options: argparse.Namespace, host: Host, duty: Duty) -> int:
    """Each machine in its turn; with one only, a bare 0x80 between two polls acknowledges."""
    end = time.monotonic() + options.seconds if options.seconds else float("inf")
    for address in options.addresses:
        if options.at_once and host.ask(address, 0x0E, b"\x01").kind is Kind.ACK:
            host.at_once.add(address)
    meters_at = dict.fromkeys(options.addresses, 0.0)
    shown = found = 0
    while time.monotonic() < end:
        for address in options.addresses:
            host.general(address)
            duty.turn()
            if time.monotonic() >= meters_at[address]:
                meters_at[address] = time.monotonic() + options.meters
                duty.read_meters(address)
        for event in duty.seen[shown:]:
            print(_event(event), flush=True)
        for line in duty.casino.found[found:]:
            print(f"FOUND {line}", flush=True)
        shown, found = len(duty.seen), len(duty.casino.found)
    for address in options.addresses:
        duty.read_transfer(address)
        duty.read_meters(address)
        duty.casino.compare(address)
    for line in duty.casino.found[found:]:
        print(f"FOUND {line}", flush=True)
    print(_sums(host))
    return WRONG if duty.casino.found else RIGHT


def _event(event: Event) -> str:
    figures = ", ".join(f"{name} {value}" for name, value in event.figures.items())
    return f"machine {event.address}: {event.exception:02X} {exceptions.name(event.exception)} {figures}".rstrip()


def _sums(host: Host) -> str:
    times = sorted(host.times) or [0.0]
    counts = ", ".join(f"{count} {name}" for name, count in sorted(host.counts.items()) if count)
    middle, most = times[len(times) // 2], times[min(len(times) - 1, int(0.999 * len(times)))]
    return f"{counts}; first byte {1000 * middle:.1f} ms, 99.9 % within {1000 * most:.1f} ms"


def _ask(options: argparse.Namespace, host: Host, _duty: Duty) -> int:
    right = RIGHT
    for address in options.addresses:
        answer = host.ask(address, options.poll, options.body)
        print(_shown(answer))
        if answer.kind in (Kind.GARBLED, Kind.SILENCE):
            right = WRONG
    return right


def _shown(answer: Answer) -> str:
    name = POLLS[answer.sent[1]].name if answer.sent[1] in POLLS else "unknown to this host"
    rows = [f"machine {answer.address}: {name}: {answer.kind.value} {answer.why}".rstrip()]
    rows += [f"  sent   {answer.sent.hex(' ')}", f"  answer {answer.raw.hex(' ')}  {1000 * answer.first:.1f} ms"]
    return "\n".join(rows + [f"  {name}: {value}" for name, value in answer.figures.items()])


def _conform(options: argparse.Namespace, host: Host, duty: Duty) -> int:
    wrong = False
    for address in options.addresses:
        rig = Rig(host, duty.casino, duty, address, cents=options.cents, stops_play=options.switches)
        host.in_step()
        rows = list(tried(rig, chain.from_iterable(STAGES[stage] for stage in options.stages)))
        print(f"machine {address}\n" + "\n".join(lines(rows)))
        print(f"{summary(rows)}; {_sums(host)}")
        wrong = wrong or any(row.verdict == "WRONG" for row in rows)
    return WRONG if wrong else RIGHT


def _faults(options: argparse.Namespace, host: Host, duty: Duty) -> int:
    """Machine after machine; what was done, and everything that was wrong."""
    for address in options.addresses:
        host.others = frozenset(options.addresses) - {address}
        trouble = Trouble(host, duty, address, random.Random(f"{options.seed} {address}"), options.cents)
        ill_treat(trouble, options.only, options.times)
        done = ", ".join(f"{count} {name}" for name, count in sorted(trouble.done.items()))
        print(f"machine {address}, seed {options.seed}: {done}")
    for line in duty.casino.found:
        print(f"FOUND {line}")
    print(f"{len(duty.casino.found)} found; {_sums(host)}")
    return WRONG if duty.casino.found else RIGHT


def _addresses(words: str) -> tuple[int, ...]:
    found = tuple(int(word) for word in words.split(","))
    if not all(1 <= address <= LAST_ADDRESS for address in found):
        raise argparse.ArgumentTypeError(f"{words}: addresses are 1 to {LAST_ADDRESS}")
    return found


def _code(word: str) -> int:
    return int.from_bytes(bytes.fromhex(f"{word:0>2}"), "big")


def _words(known: Collection[str]) -> Callable[[str], tuple[str, ...]]:
    def chosen(words: str) -> tuple[str, ...]:
        if unknown := set(words.split(",")) - set(known):
            raise argparse.ArgumentTypeError(f"there is no {', '.join(sorted(unknown))}; there is {', '.join(known)}")
        return tuple(words.split(","))

    return chosen
