"""A simulated cabinet of roulette: the shipped loop, with a wheel driver that a test speaks for."""

from typing import Any

from controller.books import load_rules
from controller.protocol.devices.authentic import mac_of
from controller.protocol.devices.authentic.spin import OUTCOMES, PAYLOAD
from controller.table.round.opening import open_game
from controller.table.staff.settings import TableSettings
from tests.server.simulated import UNIT_KEY, SimulatedCabinet, Someone

SERIAL = 2001
NO_NUMBER = 0xFF
GOOD = {"revolutions": 12, "ball": 1, "rotor": -17}
"""A sound spin: against one another, with revolutions enough."""


class RouletteCabinet(SimulatedCabinet):
    """Loop, table and peers."""

    def __init__(self, seats: int = 3, **settings: Any) -> None:
        row, book = load_rules("mbs_roulette_v3")
        turned = book.turned({"bet_time": 20, **settings})
        self.wheel: Someone
        super().__init__(table=open_game(row.name, turned, range(1, seats + 1), TableSettings(result_time=3)))

    def start(self, *words: Any) -> None:
        super().start(*words)
        self.wheel = Someone(self, "wheel", "local wheel")

    def wheel_status(self, state: str = "ready", **more: Any) -> dict[str, Any]:
        last = self.table.unit.last_roll if self.table.unit else 0
        return {
            "state": state, "faults": [], "cover_open": False, "last_spin": last,
            "temperature": 31, "spins": 7, "link_errors": 0, **more,
        }  # fmt: skip

    def unit_breathes(self) -> None:
        self.wheel.say(kind="wheel_status", **self.wheel_status())

    def link_wheel(self) -> None:
        """The driver comes, and the wheel answers."""
        self.wheel.say(kind="wheel_driver_here", port="/dev/pts/1", emulated=True)
        unit = {"kind": "unit_identity", "model": "WHEEL-37", "serial": SERIAL, "firmware": "1.0", "boot_id": 5}
        self.wheel.say(kind="link_up", port="/dev/pts/1", unit=unit)
        self.unit_breathes()
        self.turn()

    @property
    def wanted(self) -> int:
        """The id of the spin that is wanted."""
        assert self.table.throw is not None, "no spin is wanted"
        return self.table.throw.id

    def ball(self, stage: int, revolutions: int = 12, spin: int | None = None) -> None:
        """Where the ball is."""
        of = self.wanted if spin is None else spin
        self.wheel.say(kind="ball_report", spin_id=of, stage=stage, revolutions=revolutions)
        self.turn()

    def spun(self, number: int, outcome: str = "ok", **more: Any) -> None:
        """The wheel reports the wanted spin."""
        self.say_spun(number, outcome, **more)
        self.turn()

    def say_spun(
        self,
        number: int,
        outcome: str = "ok",
        spin: int | None = None,
        nonce: str = "",
        key: bytes = UNIT_KEY,
        code: int | None = None,
        **fields: int,
    ) -> None:
        """The same, on its way."""
        throw = self.table.throw
        of, drawn = (throw.id, throw.nonce) if throw is not None and spin is None else (spin or 0, nonce)
        number_of = list[str](OUTCOMES).index(outcome) if code is None else code
        said = {**GOOD, **fields}
        words = (of, number_of, number, said["revolutions"], said["ball"], said["rotor"], 23410, 0)
        payload = PAYLOAD.pack(*words)
        mac = mac_of(key, bytes.fromhex(drawn), payload)
        self.wheel.say(
            kind="spin_report", spin_id=of, outcome=number_of, number=number, elapsed_ms=23410, flags=0,
            payload=payload.hex(), mac=mac.hex(), **said,
        )  # fmt: skip


def bets(cabinet: RouletteCabinet, terminal: Someone, bet: str = "straight:17", amount: int = 500) -> dict[str, Any]:
    """A wager, and what it was answered."""
    terminal.command("wager", round=cabinet.table.round, do="place", bet=bet, amount=amount)
    cabinet.turn()
    return terminal.heard("answer")[-1]


def turning(**settings: Any) -> tuple[RouletteCabinet, Someone]:
    """Seat 1 has 500 on 17; the wheel has been asked, and bets are open still."""
    cabinet = RouletteCabinet(**settings)
    cabinet.link_wheel()
    terminal = cabinet.terminal(1, credits=10_000)
    assert bets(cabinet, terminal)["ok"]
    cabinet.run(12_200)
    assert cabinet.table.phase == "drawing"
    return cabinet, terminal
