"""`[[cash]]` and `[tickets]` of `cabinet.toml`: which seats take notes and give tickets, and how tickets are made."""

from typing import Annotated, Any, Literal

from pydantic import Field

from config.files.strict import Strict

Money = Annotated[int, Field(ge=0, le=10**12)]
Note = Annotated[int, Field(ge=1, le=10**9)]
Seconds = Annotated[int, Field(ge=1, le=600)]


class SeatCash(Strict):
    """`[[cash]]`: one seat."""

    seat: Annotated[int, Field(ge=1, le=9999)]
    notes: Annotated[list[Note], Field(max_length=24)] = []
    """What they are worth, in the currency's smallest unit; none: the seat has no acceptor."""
    highest_note: Money = 0
    """None above it is taken; 0: any of those."""
    credit_limit: Money = 0
    """No note or ticket may bring the seat's credits above it; 0: what the table's settings say."""
    ticket_limit: Money = 0
    """The largest ticket; more is paid by hand. 0: the seat has no printer."""
    tickets_in: bool = True
    """Whether its acceptor takes tickets too."""
    authority: Literal["local", "floor", "sas"] = "local"
    """Who knows which ticket is worth what: this cabinet's own journal, the floor of the house (`[floor]`), or the
    casino's host on the seat's address."""

    def rules(self) -> dict[str, Any]:
        """As the table is told."""
        return self.model_dump(exclude={"seat"}) | {"tickets_in": self.tickets_in and bool(self.notes)}


class Tickets(Strict):
    """`[tickets]`: their numbers, and how long is waited for what."""

    system: Annotated[int, Field(ge=0, le=99)] = 0
    """The first two digits of every number; 0 is a demo's."""
    cabinet: Annotated[int, Field(ge=0, le=9999)] = 0
    """The next four: no two cabinets of a house have the same."""
    days: Annotated[int, Field(ge=1, le=3650)] = 30
    """How long a ticket is valid."""
    printer_wait: Seconds = 60
    """After so long without an answer nobody knows whether a ticket was printed."""
    take_time: Seconds = 30
    """A ticket that nobody has taken by then is a trouble."""
    redeem_wait: Seconds = 8
    """How long a ticket that comes in waits at escrow for its authority."""
    authority_wait: Seconds = 2
    """How long a ticket that goes out waits for it."""

    def rules(self) -> dict[str, int]:
        """As the table is told: times in milliseconds."""
        return {
            "system": self.system,
            "cabinet": self.cabinet,
            "days": self.days,
            "printer_wait": 1000 * self.printer_wait,
            "take_time": 1000 * self.take_time,
            "redeem_wait": 1000 * self.redeem_wait,
            "authority_wait": 1000 * self.authority_wait,
        }
