"""`cabinet.toml`: everything that is decided about one cabinet before it is switched on.

A key that is not known here is refused: a setting misspelt must not be a setting ignored. What an operator turns in
play (limits, timers, chances) is in the journal from the first start on; `[table]` is what a new journal begins with.
"""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, StringConstraints, field_validator, model_validator
from pydantic_core import PydanticCustomError

from config.cash import SeatCash, Tickets
from config.drivers import Endpoint, WithUnits
from config.files.complaints import WHOLE_SENTENCE
from config.files.reading import read_toml, validate
from config.files.strict import PathText, Strict
from config.floor import Uplink
from config.identity import Identity
from config.sas import SasAddress
from config.text.money import MoneyLook

Word = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9 ._-]{1,40}$")]
SeatNumber = Annotated[int, Field(ge=1, le=9999)]
MOST_SEATS = 1024
SeatCount = Annotated[int, Field(ge=1, le=MOST_SEATS)]


class TableStart(Strict):
    """`[table]`: the seats, the rules, and what a new journal begins with."""

    seats: Annotated[list[SeatNumber], Field(min_length=1, max_length=MOST_SEATS)] | SeatCount
    rulebook: PathText = "electronic"
    """The name of a book that comes with us, or the path of another."""
    profile: PathText | None = None
    """The law whose settings a new journal begins with: a name of ours, or the path of another."""
    settings: dict[str, Any] = {}
    """Timers and limits, as `controller.table.staff.settings` names them."""
    game: dict[str, Any] = {}
    """Settings of the rule book to be turned, as the book names them."""

    def seat_numbers(self) -> list[int]:
        """Ascending."""
        return list(range(1, self.seats + 1)) if isinstance(self.seats, int) else sorted(set(self.seats))


class JournalSettings(Strict):
    """`[journal]`: where it is kept, what it is for, and where its head is copied."""

    directory: PathText
    life: Literal["live", "demo"]
    second_place: PathText | None = None
    pin: PathText = "journal.pin"
    """Where it is written which public key the journal is signed with: out of reach of who writes the journal."""
    day_closes: Annotated[str, StringConstraints(pattern=r"^\d\d:\d\d$")] = "06:00"
    """Local time at which the gaming day ends."""
    time_zone: Annotated[str, StringConstraints(max_length=60)] = "UTC"
    """Of that local time, such as `America/New_York`."""

    def gaming_day(self) -> dict[str, str]:
        """What a new journal begins with; later the service menu changes it."""
        return {"day_closes": self.day_closes, "time_zone": self.time_zone}


class Remote(Strict):
    """`[remote]`: where peers connect that are not on this machine. Always with CURVE."""

    commands: Endpoint
    broadcasts: Endpoint
    connections_of_an_address: Annotated[int, Field(ge=3, le=4096)] = 64
    """Of one machine elsewhere, or of a network behind one address; a terminal has three."""

    @field_validator("commands", "broadcasts")
    @classmethod
    def _is_tcp(cls, endpoint: str) -> str:
        if not endpoint.startswith("tcp://"):
            raise PydanticCustomError(WHOLE_SENTENCE, "is tcp://ADDRESS:PORT; local peers have their own sockets")
        return endpoint


class TerminalsSettings(Strict):
    """`[terminals]`: who may play at which seat."""

    local_seats: Annotated[list[SeatNumber], Field(max_length=MOST_SEATS)] = []
    """Seats whose terminals run on this machine and need no key."""
    second_process: Literal["refuse", "take_over"] = "take_over"
    """What happens when a second terminal comes to a seat that has one."""


class StationsSettings(Strict):
    """`[stations]`: the service menu and the consoles of operators."""

    idle_seconds: Annotated[int, Field(ge=5, le=3600)] = 180
    """Whoever has touched nothing for so long is signed out."""
    lock_seconds: Annotated[int, Field(ge=5, le=86_400)] = 300
    """After five wrong PINs a name is locked for so long, or until a supervisor unlocks it."""


class BoardSettings(Strict):
    """`[[boards]]`: one panel board and what it is for."""

    serial: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    seat: SeatNumber | None = None
    cabinet: bool = False
    """Whether the cabinet's doors, keys and tower are on this board."""


class RecordsSettings(Strict):
    """`[records]`: the read-only process beside the controller."""

    metrics_port: Annotated[int, Field(ge=0, le=65535)] = 9464
    """On loopback only; 0 serves no metrics."""
    endpoint: Endpoint | None = None
    """Where peers elsewhere ask, with their keys. Local ones have a socket a role under `run`/answers."""


class Media(Strict):
    """`[media]`: where sticks and disks are mounted that copies and archives of the journal go to."""

    directory: PathText = "/media/boxcars"
    """Each directory in it that is a mount point, and can be written, is a medium."""
    must_be_mounted: bool = True
    """False: plain folders serve too. For demos and tests alone: a copy on the machine's own disk is no copy."""


class Cabinet(WithUnits):
    """One cabinet."""

    name: Word
    identity: Identity = Identity()
    """By which house and regulator know it."""
    run: PathText = "/run/boxcars"
    """The directory of the local sockets, with one directory per role in it."""
    keys: PathText = "/etc/boxcars/keys"
    table: TableStart
    journal: JournalSettings
    terminals: TerminalsSettings = TerminalsSettings()
    stations: StationsSettings = StationsSettings()
    remote: Remote | None = None
    boards: Annotated[list[BoardSettings], Field(max_length=64)] = []
    cash: Annotated[list[SeatCash], Field(max_length=MOST_SEATS)] = []
    tickets: Tickets = Tickets()
    sas: Annotated[list[SasAddress], Field(max_length=127)] = []
    records: RecordsSettings = RecordsSettings()
    media: Media = Media()
    money: MoneyLook = MoneyLook()
    """How consoles write amounts; screens have the same table in their own file."""
    floor: Uplink | None = None
    """The floor of this house; None: the cabinet reports to nobody."""
    manifest: PathText | None = None
    """The release manifest that the installed files are compared with; None: they are not."""
    program: PathText = "/opt/boxcars"
    """Where the installer keeps the versions of the program."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        seats = set(self.table.seat_numbers())
        for seat in self.terminals.local_seats:
            _check_seat(seat, seats, "terminals.local_seats")
        for board in self.boards:
            if board.seat is not None:
                _check_seat(board.seat, seats, f"boards.{board.serial}.seat")
        for one in self.cash:
            _check_seat(one.seat, seats, "cash")
        for address in self.sas:
            if address.seat is not None:
                _check_seat(address.seat, seats, f"sas.{address.address}")
        self._check_cash()
        self._check_sas()
        for name, unit in self.units().items():
            if unit.emulated and self.journal.life == "live":
                text = f"{name}.emulated is true, and the journal is live: an emulated unit is for a demo journal alone"
                raise PydanticCustomError(WHOLE_SENTENCE, text)
        if not self.media.must_be_mounted and self.journal.life == "live":
            text = "media.must_be_mounted is false, and the journal is live: folders are for a demo journal alone"
            raise PydanticCustomError(WHOLE_SENTENCE, text)
        return self

    def _check_cash(self) -> None:
        """A seat is named once, and a ticket that is worth money has a system's number."""
        if len({one.seat for one in self.cash}) < len(self.cash):
            raise PydanticCustomError(WHOLE_SENTENCE, "cash names a seat twice")
        if self.floor is None and any(one.authority == "floor" for one in self.cash):
            raise PydanticCustomError(WHOLE_SENTENCE, "cash names the floor as an authority: say [floor] too")
        prints = any(one.ticket_limit for one in self.cash)
        if prints and (self.tickets.system == 0) != (self.journal.life == "demo"):
            text = "tickets.system is 0 of a demo, and from 1 to 99 of a cabinet that is played for money"
            raise PydanticCustomError(WHOLE_SENTENCE, text)

    def _check_sas(self) -> None:
        """One address for the table, or one for each seat; none twice."""
        for what, said in (
            ("an address", [one.address for one in self.sas]),
            ("a seat", [one.seat for one in self.sas]),
        ):
            if len(set(said)) < len(said):
                raise PydanticCustomError(WHOLE_SENTENCE, f"sas names {what} twice")
        validated = {one.seat for one in self.sas if one.seat is not None and "tickets" in one.controls}
        for one in self.cash:
            if one.authority == "sas" and one.seat not in validated:
                text = f"cash of seat {one.seat} has its tickets from sas, and no address of that seat controls them"
                raise PydanticCustomError(WHOLE_SENTENCE, text)
        if any("transfers" in one.controls and not (one.seat and one.asset) for one in self.sas):
            raise PydanticCustomError(WHOLE_SENTENCE, "sas: an address with transfers is of a seat, and has an asset")
        if len(self.sas) > 1 and any(one.seat is None for one in self.sas):
            raise PydanticCustomError(WHOLE_SENTENCE, "sas has one address for the table, or one a seat, not both")


def read_cabinet(path: Path) -> Cabinet:
    """The settings in a file, or BadFile. Paths in it that are not absolute lie beside it."""
    found = validate(Cabinet, read_toml(path), str(path))
    near = path.resolve().parent
    book, profile = near / found.table.rulebook, found.table.profile
    if profile is not None and profile.endswith(".toml"):
        profile = str(near / profile)
    return found.model_copy(
        update={
            "run": str(near / found.run),
            "keys": str(near / found.keys),
            "floor": found.floor and found.floor.near(near),
            "manifest": found.manifest and str(near / found.manifest),
            "program": str(near / found.program),
            "table": found.table.model_copy(
                update={"rulebook": str(book) if book.suffix == ".toml" else book.name, "profile": profile}
            ),
            "journal": found.journal.model_copy(
                update={
                    "directory": str(near / found.journal.directory),
                    "pin": str(near / found.journal.pin),
                    "second_place": found.journal.second_place and str(near / found.journal.second_place),
                }
            ),
            "media": found.media.model_copy(update={"directory": str(near / found.media.directory)}),
            **{
                name: unit.model_copy(update={"key_file": str(near / unit.key_file)})
                for name, unit in found.units().items()
            },
        }
    )


def _check_seat(seat: int, seats: set[int], where: str) -> None:
    if seat not in seats:
        raise PydanticCustomError(WHOLE_SENTENCE, f"{where} names seat {seat}, which `table.seats` has not")
