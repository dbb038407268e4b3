"""Starts a demo cabinet, gives its players credits, shows where to look, and ends it in good order."""

import argparse
import contextlib
import shutil
import signal
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from config.devices import DEVICES
from config.files import page_key
from config.files.reading import BadFile
from config.files.secrets import read_secret
from controller.books import names_of
from controller.games.registry import OLDEST
from controller.server.host.power import take_word
from controller.server.zmq.endpoints import commands_endpoint
from controller.server.zmq.query import Asker, NoAnswer
from controller.service.station import CannotServe, Station
from controller.vault.journal.files import is_written
from tools.demo.cash import KINDS
from tools.demo.cashier import Cashier, add_cashier, choose_pin
from tools.demo.index import Shown, serve_index
from tools.demo.persons import Person
from tools.demo.place import Place, give_birth, lay_out
from tools.demo.processes import Processes
from tools.demo.wallet import Wallet
from tools.demo.wallet_pages import WalletPages
from tools.emulators.common.control import NoEmulator, order

SUPERVISOR, PIN = "demo", "270846"
"""Of a demo: it stands in the docs, so that everybody can try the service menu."""
PATIENCE = 120.0
"""Seconds for a process to say that it is there: a bound on a hang, for one that falls is seen at once."""

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds until a process that fell is started again: each time twice as many."""


BOOKS = {OLDEST.name: "electronic"}
"""Of a game with several books, the one that a demo begins with."""


def book_of(game: str) -> str:
    """The rule book by which a new demo of this game is played."""
    return BOOKS.get(game) or names_of(game)[0]


class CannotRun(Exception):
    """What is in the way, and what to do; `said`: what the process in question said last."""

    def __init__(self, text: str, said: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.said = said


class Stopped(Exception):
    """Somebody has had enough."""


def play(options: argparse.Namespace) -> int:
    """Until Ctrl-C or SIGTERM."""
    if is_written(options.place / "journal"):
        raise CannotRun(f"somebody plays at {options.place} already; end that one, or say another with --place DIR")
    ports = list(range(options.port, options.port + options.seats + 3))
    for port in ports:
        _check_free(port)
    try:
        place = lay_out(
            options.place, options.seats, options.book or book_of(options.game), options.bet_time, not options.no_cash
        )
        _tell(
            f"a demo kept in {options.place}" if (place.folder / "journal").exists() else "a new demo: keys and journal"
        )
        new = give_birth(place)
    except BadFile as error:
        raise CannotRun(str(error)) from None
    processes = Processes(place.folder / "logs")
    index, persons = None, list[Person]()
    played = place.seats[max(1, len(place.seats) - options.persons) :]  # one is left for whoever looks
    with stoppable():
        try:
            _start(processes, place, options, played)
            if new:
                _tell("credits for every seat")
                _open_for_business(place, options.credits)
            screens = {"display": options.port + 1}
            screens |= {f"seat {seat}": options.port + 1 + seat for seat in place.seats if seat not in played}
            screens["service menu"] = options.port + 2 + len(place.seats)
            key = read_secret(place.page_key, page_key.LENGTH).hex()
            says = DEVICES[place.device].says
            wallet = Wallet(place.folder, place.cash)
            usb, control = place.run / "usb", place.run / "usb.control"
            shown = Shown(screens, place.seats, says, usb, control, (SUPERVISOR, PIN), key, wallet.seats)
            index = serve_index(options.port, shown, Cashier(place.run), WalletPages(wallet))
            for seat in played:
                persons.append(Person(place.run, seat, options.game, seat))
                persons[-1].start()
            print(f"The cabinet plays (DEMO). Open {page_key.address(options.port, key)} - Ctrl-C ends it.", flush=True)
            print(f"How it is: boxcars status --config {place.cabinet}", flush=True)
            while _watch(processes, place) == "restart":
                print("The controller is started anew, as the service menu has asked.", flush=True)
                processes.again("controller")
                _until_answers(processes, place)
            print("The machine is switched off, as the service menu has asked; `boxcars run` starts it.", flush=True)
        except Stopped:
            print("\nending …", flush=True)
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):  # whoever asks twice does not get half an end
                signal.signal(number, signal.SIG_IGN)
            for person in persons:
                person.leave()
            processes.end()
            if index is not None:
                index.shutdown()
            shutil.rmtree(place.run, ignore_errors=True)
    print(f"ended; the journal stays in {place.folder / 'journal'}")
    return 0


def _start(processes: Processes, place: Place, options: argparse.Namespace, played: Sequence[int]) -> None:
    """Controller first; then what it waits for; then what people see."""
    _tell("the controller")
    processes.start("controller", "controller", "--config", place.cabinet)
    _until_answers(processes, place)
    _tell(f"records, {place.device} unit and panels")
    processes.start("records", "records", "--config", place.cabinet)
    script = ["--script", options.script] if options.script else []
    pace = ["--fast"] if options.fast else []
    unit = ["--link", place.run / "unit", "--key-file", place.unit_key, "--state", place.folder / "unit"]
    boards = [word for serial in place.boards for word in ("--board", serial)]
    device = place.device
    processes.start(f"{device}-unit", device, "emulate", *unit, *script, *pace)
    processes.start("panels", "panel", "emulate", "--link", place.run / "usb", *boards)
    processes.start(f"{device}-driver", device, "drive", "--config", place.drivers)
    processes.start("panel-driver", "panel", "drive", "--config", place.drivers)
    _start_cash(processes, place, pace)
    _tell(f"the screens of {len(place.seats)} seats, the display and the service menu")
    processes.start("display", "display", "--config", place.screens, "--port", options.port + 1)
    for seat in (seat for seat in place.seats if seat not in played):
        port = options.port + 1 + seat
        processes.start(f"terminal-{seat}", "terminal", "--config", place.screens, "--seat", seat, "--port", port)
    menu = options.port + 2 + len(place.seats)
    processes.start("operator", "operator", "--config", place.screens, "--port", menu)
    for port in (*range(options.port + 1, menu - len(played)), menu):
        _until_serves(processes, port)
    _until_has_boards(processes, place.run / "usb.control")


def _start_cash(processes: Processes, place: Place, pace: list[str]) -> None:
    """Acceptors and printers, where there are any, and one driver of each kind."""
    for cash in place.cash:
        for name, words in cash.emulated(place.folder, pace).items():
            processes.start(name, *words)
    for kind in KINDS if place.cash else ():
        processes.start(f"{kind}-driver", kind, "drive", "--config", place.drivers)


def _tell(what: str) -> None:
    """A cold start takes a while; nobody is to wonder what it does."""
    print(f"  … {what}", flush=True)


def _until_answers(processes: Processes, place: Place) -> None:
    asker = Asker(place.run)
    until = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < until:
            _check_standing(processes)
            with contextlib.suppress(NoAnswer):
                asker.status(300)
                return
    finally:
        asker.close()
    raise CannotRun(f"the controller does not answer; its log is in {place.folder / 'logs'}")


def _until_has_boards(processes: Processes, control: Path) -> None:
    """Keys are turned at the emulated boards, which may come up last."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        _check_standing(processes)
        with contextlib.suppress(NoEmulator):
            order(control, ["show"])
            return
        time.sleep(0.05)
    raise CannotRun(f"no emulated boards answer at {control}")


def _until_serves(processes: Processes, port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        _check_standing(processes)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise CannotRun(f"nobody serves port {port}")


def _check_standing(processes: Processes) -> None:
    fallen = processes.fallen()
    if fallen is not None:
        said = processes.said_last(fallen).splitlines()
        raise CannotRun(f"{fallen} has ended by itself; what it said last stands above", said)


def _watch(processes: Processes, place: Place) -> str:
    """A process that falls is a fault worth a word; it is started again, as systemd does, and the others go on.

    Until a person at the service menu ends it: gives how.
    """
    falls: Counter[str] = Counter()
    due: dict[str, float] = {}
    while True:
        fallen = [name for name in processes.all_fallen() if name not in due]
        if "controller" in fallen:
            time.sleep(0.5)  # it leaves its word as the last thing it does
        ending = take_word(place.run)
        if ending is not None:
            return ending
        for name in fallen:
            pause = min(FIRST_PAUSE * 2 ** falls[name], LONGEST_PAUSE)
            falls[name] += 1
            due[name] = time.monotonic() + pause
            said = processes.said_last(name)
            print(f"{name} has ended by itself, and is started again in {pause:g} s. It said last:\n{said}", flush=True)
        for name in [name for name, at in due.items() if time.monotonic() >= at]:
            del due[name]
            processes.again(name)
        time.sleep(0.5)


def _open_for_business(place: Place, amount: int) -> None:
    """A supervisor is made, with the key turned, and puts credits on each seat, as for players who hand over money. One
    station after the other: of two, the one that waits is silent, and on a slow machine lost before it is wanted again.
    """
    operator = commands_endpoint(place.run, "operator")
    try:
        _turn_key(place, "on")
        with Station(operator, "boxcars-run", PATIENCE) as station:
            station.come_in(SUPERVISOR, PIN)
            for seat in place.seats if amount else ():  # with none they begin with what is in their wallets
                answer = station.act("credit", seat=seat, amount=amount)
                if not answer.ok:
                    raise CannotRun(f"seat {seat} was not given its credits: {answer.reason}")
            add_cashier(station)
        with Station(operator, "boxcars-run", PATIENCE) as station:
            choose_pin(station)
            _turn_key(place, "off")
            station.put_out()  # whoever turns the key next does not meet this one on its way
    except (CannotServe, NoEmulator) as error:
        raise CannotRun(str(error)) from None


def _turn_key(place: Place, way: str) -> None:
    """The emulated panel's."""
    order(place.run / "usb.control", ["CABINET", "key", "OPERATOR", way])


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise CannotRun(f"port {port} is taken; say another with --port N") from None


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and Ctrl-C end the watch, at whatever point it is."""

    def stop(*_: object) -> None:
        raise Stopped

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
