"""The table in the words of the wire: what everybody may see."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from controller.facts.english import why_held
from controller.facts.kinds import RoundEnded
from controller.games.interface import History, Settled
from controller.games.registry import table_row
from controller.games.row import TableRow
from controller.protocol.public import MOST_WINNERS, JackpotWon, LastRound, MachineIs, PotShown, TableNow
from controller.protocol.terminals.version_1 import Book
from controller.table.phases import Phase
from controller.table.state import Table

VERSION = version("boxcars")
SHOWN = 12
"""Characters of a digest on papers."""
NOBODY: Mapping[str, str] = {"name": ""}


class PublicViews:
    """Views of a table. Remembers how the round before ended, and the number of the last broadcast."""

    def __init__(self, epoch: str, demo: bool, identity: Mapping[str, str] = NOBODY) -> None:
        self.epoch = epoch
        self.demo = demo
        self.seq = 0
        self._identity = identity
        self._ended: RoundEnded | None = None
        self._won: dict[int, int] = {}
        self._device: tuple[int, dict[str, Any]] = (0, {})
        self._moved = False
        self._progressives: dict[int, int] = {}
        self._pots: tuple[PotShown, ...] = ()
        self._pot_won: JackpotWon | None = None

    def book(self, table: Table) -> Book:
        """The rule book in force, and on which machine it is."""
        rules = table.game.rules()
        return Book(digest=table.game.digest(), book=rules, offer=table.game.offer(), machine=self.machine(table))

    def machine(self, table: Table) -> MachineIs:
        """Which machine this is."""
        return MachineIs(
            **self._identity,
            zone=table.settings.time_zone,
            game=table.game.name,
            book=_named(table),
            version=VERSION,
        )

    def note(self, ended: RoundEnded, rows: Mapping[int, Sequence[Settled]]) -> None:
        """How a round ended, and what it brought each seat, is news for the next broadcast."""
        self._ended, self._won = ended, winners(rows)

    def show(self, id: int, seen: dict[str, Any]) -> None:
        """What the device shows of itself while it works on the outcome of this id: for screens alone."""
        if self._device != (id, seen):
            self._device, self._moved = (id, seen), True

    def stand_at(self, levels: dict[int, int]) -> bool:
        """What the progressives of the casino's host stand at: for screens alone. Returns whether that is news."""
        news = levels != self._progressives
        self._progressives, self._moved = levels, self._moved or news
        return news

    def pots_are(self, pots: tuple[PotShown, ...], won: JackpotWon | None) -> None:
        """How the jackpots of the floor stand, and what was just won in this house."""
        if (pots, won) != (self._pots, self._pot_won):
            self._pots, self._pot_won, self._moved = pots, won, True

    def moved(self) -> bool:
        """Whether there is something new to show since this was asked last."""
        moved, self._moved = self._moved, False
        return moved

    def _device_of(self, table: Table) -> dict[str, Any] | None:
        id, seen = self._device
        return seen if table.throw is not None and table.throw.id == id else None

    def table(self, table: Table, due_in: int | None, history: History) -> TableNow:
        """What everybody may see now."""
        row = table_row(table.game.name)
        return TableNow(
            epoch=self.epoch,
            seq=self.seq,
            demo=self.demo,
            phase=table.phase.value,
            round=table.round,
            due_in_ms=due_in,
            lasts_ms=table.time_for(table.phase),
            least_ms=_least_of(table),
            holds={reason: why_held(reason, about) for reason, about in table.holds.items()},
            shooter=table.game.shooter,
            levels=table.levels or {},  # type: ignore[arg-type]  # the table only takes low and high
            no_rolls=table.no_rolls,
            last=None if self._ended is None else _last(self._ended, self._won, row),
            languages=tuple(table.settings.languages),
            book=table.game.digest(),
            result=_result_of(table, row),
            device=self._device_of(table),
            progressives=self._progressives,
            alarm=table.settings.alarm_volume if table.alarms else None,
            pots=self._pots,
            won=self._pot_won,
            **row.table_view(table.game, history),
        )


def _least_of(table: Table) -> int | None:
    """While wagers are taken: how long the device still has to rest."""
    return table.least if table.least and table.phase is Phase.BETTING else None


def _result_of(table: Table, row: TableRow) -> dict[str, Any] | None:
    """A known outcome that is looked at before it is settled, in the game's own words."""
    return None if table.result is None else row.outcome_view(table.result).get("game")


def _named(table: Table) -> str:
    """The book by its name and the beginning of its digest, as a person compares it."""
    name, _, digest = str(table.game.settings().get("rulebook", "")).partition(" ")
    return f"{name} {digest[:SHOWN]}".strip()


def winners(rows: Mapping[int, Sequence[Settled]]) -> dict[int, int]:
    """Seats that a round brought more than it cost them: the largest first, and no more than a screen can show."""
    net = {seat: -sum(row.taken for row in of_seat) for seat, of_seat in rows.items()}
    largest = sorted(net, key=lambda seat: (-net[seat], seat))[:MOST_WINNERS]
    return {seat: net[seat] for seat in largest if net[seat] > 0}


def _last(ended: RoundEnded, won: dict[int, int], row: TableRow) -> LastRound:
    told = row.ended_view(ended.details)
    return LastRound(round=ended.round, how=ended.how, reason=ended.reason[:300], won=won, **told)
