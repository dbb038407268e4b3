"""One step in the making: the forked table, and what has been decided so far."""

from collections.abc import Iterable

from config.text.sentence import about_of
from controller.facts.kinds import Because, Decision, HoldChanged, Ignored, PhaseEntered, Posting
from controller.games.interface import Returned
from controller.table.phases import MOVES, Phase
from controller.table.state import SeatState, Table


class Refuse(Exception):
    """The event is not taken; the fork is thrown away."""

    def __init__(self, code: str, reason: str, **details: object) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = str(reason)
        self.details = {**about_of(reason), **details}
        """What the answer says besides, for programs."""


class Work:
    """What a handler works on. Everything it changes is the fork's."""

    __slots__ = ("decisions", "details", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.decisions: list[Decision] = []
        self.details: dict[str, object] = {}
        """What the answer to an accepted command tells besides yes."""

    def decide(self, *decisions: Decision) -> None:
        """Put decisions on record."""
        self.decisions += decisions

    def post(self, account: str, of: str, amount: int) -> None:
        """One leg of a movement of money; the seats' own legs are seen from their state."""
        if amount:
            self.decisions.append(Posting(account, of, amount))

    def enter(self, phase: Phase) -> None:
        """Go on to a phase that the table of moves allows, with its full time."""
        table = self.table
        assert phase in MOVES[table.phase], f"{table.phase} does not lead to {phase}"
        table.phase = phase
        table.left = table.time_for(phase)
        self.decide(PhaseEntered(phase.value, table.round))

    def hold(self, reason: str, **about: object) -> None:
        """Stand still for this reason too."""
        if reason not in self.table.holds:
            self.decide(HoldChanged(reason, True, about))
        self.table.holds[reason] = about

    def release(self, reason: str, **about: object) -> None:
        """This reason has gone."""
        if self.table.holds.pop(reason, None) is not None:
            self.decide(HoldChanged(reason, False, about))

    def seat(self, seat: int) -> SeatState:
        """The state of a seat that has to be there."""
        state = self.table.seats.get(seat)
        if state is None:
            raise Refuse("no_such_seat", f"this table has no seat {seat}")
        return state

    def change_seat(self, seat: int, **changes: object) -> SeatState:
        """A seat's state with some of it changed."""
        state = self.table.seats[seat]._replace(**changes)  # type: ignore[arg-type]
        self.table.change_seat(seat, state)
        return state

    def ignore(self, seat: int, event: str, why: str, because: Because, /, **about: object) -> None:
        """Put on record what means nothing now, up to the bound for refusals."""
        if self.table.count_refusal(seat):
            self.decide(Ignored(event, why, {"because": because, **about}))

    def returned(self, rows: Iterable[Returned], why: str) -> None:
        """Put on record what the rules gave back."""
        self.decide(*(row._replace(why=why) for row in rows))
