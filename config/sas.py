"""`[[sas]]` of `cabinet.toml` and `[sas]` of `drivers.toml`: the line to the casino's host."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from config.files.strict import Strict

Control = Literal["play", "bills", "clock", "hand_pays", "tickets", "transfers"]
Milliseconds = Annotated[int, Field(ge=1, le=1000)]


class SasAddress(Strict):
    """`[[sas]]`: an address on the line, of the whole table or of one seat."""

    address: Annotated[int, Field(ge=1, le=127)]
    seat: Annotated[int, Field(ge=1, le=9999)] | None = None
    """Left out: the address is the table's."""
    controls: Annotated[list[Control], Field(max_length=6)] = ["play", "bills", "clock"]
    """What the host may turn: play on and off, notes on and off, and the clock by which papers are dated; and
    `hand_pays`, whether it may let a seat play on that waits for one to be paid. `tickets`: it knows what those of this
    seat are worth."""
    validation: Literal["system", "secure"] = "system"
    """With `tickets`: the host gives each its number, or once that of which the machine makes them."""

    asset: Annotated[int, Field(ge=0, le=2**32 - 1)] = 0
    """By which the house knows this machine; transfers of money name it. 0: it has none."""
    transfer_limit: Annotated[int, Field(ge=0, le=10**9)] = 1_000_000
    """The largest transfer that may come, in the smallest unit."""
    registration: bool = False
    """Only a host that has registered may move money."""
    cash_out_s: Annotated[int, Field(ge=1, le=60)] = 10
    """How long the host has to take a cash-out that it is offered."""
    cash_outs: bool | None = None
    """Whether cash-outs are offered to the host; left out: it says so itself."""

    def rules(self, unit: int) -> dict[str, Any]:
        """As the table is told; `unit`: how many of the smallest unit make one of the currency."""
        rules = {"seat": self.seat or 0, "controls": sorted(set(self.controls)), "unit": unit, "aft": self._aft()}
        return rules | ({"validation": self.validation} if "tickets" in self.controls else {})

    def _aft(self) -> dict[str, Any]:
        return {
            "asset": self.asset,
            "limit": self.transfer_limit,
            "registers": self.registration,
            "offer_time": 1000 * self.cash_out_s,
            "cash_outs": self.cash_outs,
        }


class SasSettings(Strict):
    """`[sas]`: the line, and what the machine says of itself."""

    endpoint: Annotated[str, StringConstraints(pattern=r"^(ipc|tcp|inproc)://\S+$", max_length=200)] = (
        "ipc:///run/boxcars/sas/commands"
    )
    line: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    """A serial port, `rfc2217://HOST:PORT`, or `emulated:PATH`."""
    denomination: Annotated[int, Field(ge=1, le=10**6)] = 1
    """What a credit is worth in the smallest unit: credits are told in it."""
    denomination_code: Annotated[int, Field(ge=0, le=255)] = 1
    """The same as SAS numbers it; 1 is a hundredth."""
    unit: Annotated[int, Field(ge=1, le=10**6)] = 100
    """How many of the smallest unit are one of the currency, in which notes are told."""
    country: Annotated[int, Field(ge=0, le=99)] = 37
    """Of the notes, as SAS numbers it."""
    serial: Annotated[str, StringConstraints(pattern=r"^[ -~]{1,40}$")] = "BOXCARS"
    """The machine's serial number, as poll 54 tells it."""
    game_id: Annotated[str, StringConstraints(pattern=r"^[ -~]{2}$")] = "BX"
    additional_id: Annotated[str, StringConstraints(pattern=r"^[ -~]{3}$")] = "000"
    paytable: Annotated[str, StringConstraints(pattern=r"^[ -~]{6}$")] = "000000"
    base_percent: Annotated[str, StringConstraints(pattern=r"^\d{4}$")] = "0000"
    """What poll 53 tells of the game; a table of many bets has no one return, so the house says what its host wants."""
    max_bet: Annotated[int, Field(ge=0, le=255)] = 255
    progressive_group: Annotated[int, Field(ge=0, le=255)] = 0
    """Of the progressives that the host tells and the screens show; 0: none."""
    order_wait_ms: Milliseconds = 15
    """How long an order waits for its commit; then it is busy."""
    gap_ms: Milliseconds = 25
    """Between two bytes of a poll; after a longer one the rest is not waited for."""
    trace: Annotated[str, StringConstraints(min_length=1, max_length=4096)] | None = None
    """A file that every poll and answer is written to; none: no trace is kept."""
    trace_bytes: Annotated[int, Field(ge=4096, le=10**9)] = 10_000_000
    """A trace that has grown beyond it is begun anew; the one before is kept beside it."""
