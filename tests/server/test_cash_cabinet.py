"""The real controller, drivers and emulated units of two seats: notes in, a ticket out, and in at the other."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.drivers.machines import boxcars, end, eventually, running
from tests.server.cabinets import CabinetOfProcesses, Terminal
from tools.emulators.common.control import order

VERSION = "TEST-003"
SEATS = {1: "cctalk", 2: "id003"}
CASH = """
[[cash]]
seat = {seat}
notes = [100, 200, 500]
ticket_limit = 100000
"""
DRIVERS = """
[[bills]]
seat = {seat}
endpoint = "ipc://{run}/bills/commands"
port = "{place}/bills-{seat}"
protocol = "{protocol}"
country = "US"
notes = [100, 200, 500]
{who}
[[tickets]]
seat = {seat}
endpoint = "ipc://{run}/tickets/commands"
port = "{place}/tickets-{seat}"
serial = 300{seat}
"""
TEXTS = '[ticket_texts]\nhouse = "H"\nplace = "P"\nasset = "A"\nsign = "$"\none = "dollar"\nmany = "dollars"\n'
WHO = {"cctalk": 'serial = 4200\nproduct = "BV-EMU"\nticket_stacked = [0, 21]', "id003": f'version = "{VERSION}"'}


class CashCabinet(CabinetOfProcesses):
    """Two seats with both devices, each acceptor with a protocol of its own."""

    def __init__(self, place: Path) -> None:
        super().__init__(place, seats=2, bet_time=600, born=False)
        tables = "".join(CASH.format(seat=seat) for seat in SEATS)
        self.config.write_text(self.config.read_text() + tables)
        self.do("vault", "init", "--config", self.config)
        lines = "".join(
            DRIVERS.format(seat=seat, run=self.run, place=place, protocol=protocol, who=WHO[protocol])
            for seat, protocol in SEATS.items()
        )
        self.drivers.write_text(self.drivers.read_text() + lines + TEXTS)

    @contextmanager
    def units(self) -> Iterator[None]:
        """What stands at the seats."""
        with ExitStack() as all_of_them:
            for seat, protocol in SEATS.items():
                who = ("--serial", 4200) if protocol == "cctalk" else ("--version", VERSION)
                bills = ("--protocol", protocol, "--fast", "--notes", "US:1,2,5", *who)
                papers = ("--papers", self.papers(seat), "--serial", f"300{seat}", "--fast")
                for name, words in (("bills", bills), ("tickets", papers)):
                    link = self.place / f"{name}-{seat}"
                    all_of_them.enter_context(running(name, "emulate", "--link", link, *words))
                    eventually(link.exists, f"{name} at seat {seat}")
            self.hand(1, "bills", "ticket-event 0 21")
            yield

    @contextmanager
    def cash_drivers(self) -> Iterator[Any]:
        with (
            running("bills", "drive", "--config", self.drivers, log=self.place / "bills.log") as bills,
            running("tickets", "drive", "--config", self.drivers, log=self.place / "tickets.log"),
        ):
            yield bills

    def papers(self, seat: int) -> Path:
        return self.place / f"papers-{seat}"

    def hand(self, seat: int, device: str, words: str) -> dict[str, Any]:
        """Of somebody at the seat."""
        answer = order(self.place / f"{device}-{seat}.control", words.split())
        assert answer["ok"], answer
        return answer

    def put_in(self, seat: int, words: str) -> None:
        """A hand tries again for as long as it is given back."""
        control = self.place / f"bills-{seat}.control"
        before = self.boxed(seat)

        def is_taken() -> bool:
            shown = self.hand(seat, "bills", "show")
            if len(shown["box"]) == before and shown["stage"] == "empty" and shown["paper"] is None:
                order(control, words.split())
            return len(shown["box"]) > before

        eventually(is_taken, f"{words} is taken")

    def boxed(self, seat: int) -> int:
        return len(self.hand(seat, "bills", "show")["box"])

    def credits(self, seat: int) -> int:
        with Terminal(self.endpoint, seat).hello() as terminal:
            return int(terminal.welcome["you"]["credits"])

    @property
    def endpoint(self) -> str:
        return f"ipc://{self.run}/terminal/commands"

    def prints(self) -> bool:
        """Whether the printers of all seats have been found."""
        status = self.status()
        found = [link["up"] for link in status["links"] if link["role"] == "tickets"] if status else []
        return len(found) == len(SEATS) and all(found)

    def number(self, seat: int) -> str:
        """Of the last ticket that came out there."""
        printed = (self.papers(seat) / "prints.txt").read_text()
        number: str = re.findall(r"number=([0-9-]+)", printed)[-1]
        return number.replace("-", "")


def test_notes_become_credits_a_ticket_and_credits_again_whoever_is_killed_meanwhile(tmp_path: Path) -> None:
    cabinet = CashCabinet(tmp_path)
    with cabinet.units(), cabinet.dice():
        with cabinet.controller(), cabinet.cash_drivers() as bills:
            eventually(cabinet.ready, "the machine is ready")
            for seat in SEATS:
                cabinet.put_in(seat, "note 5")
                eventually(lambda seat=seat: cabinet.credits(seat) == 500, "the note is credited")  # type: ignore[misc]
            bills.kill()
            end(bills)
        with cabinet.controller() as controller, cabinet.cash_drivers():
            for seat in SEATS:
                cabinet.put_in(seat, "note 2")
            controller.kill()
            controller.wait()
        with cabinet.controller(), cabinet.cash_drivers():
            for seat in SEATS:
                eventually(lambda seat=seat: cabinet.credits(seat) == 700, "it is credited once")  # type: ignore[misc]
            eventually(cabinet.prints, "the printers are there, and a cash-out is a ticket")
            with Terminal(cabinet.endpoint, 1).hello() as terminal:
                assert terminal.command("cash_out")["ok"]
            eventually(lambda: order(tmp_path / "tickets-1.control", ["take"])["ok"], "the ticket is out")
            eventually(lambda: cabinet.credits(1) == 0, "its money has gone with it")
            cabinet.put_in(2, f"ticket {cabinet.number(1)}")
            eventually(lambda: cabinet.credits(2) == 1400, "the ticket is credited at the other seat")
    proof = boxcars("verify", cabinet.place / "journal")
    assert proof.returncode == 0, proof.stdout + proof.stderr
