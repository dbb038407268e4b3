"""What the staff does to a round, and to a seat's part in it."""

from dataclasses import field

from controller.facts.kinds import ResultVoided, SeatChanged
from controller.table.phases import Phase
from controller.table.round.rounds import close_out, void, void_result
from controller.table.staff.act import AFTER_CLOSE, FLOOR, NOT_ASKED, SUPERVISOR, Act, OperatorAct
from controller.table.state import Table
from controller.table.work import Refuse, Work


def _no_result_yet(table: Table, _role: str) -> None:
    own = table.game.course.voids_result
    if own and table.throw is not None:
        raise Refuse("not_now", f"the device has been asked; {own} serves from then on")
    if table.result is not None:
        raise Refuse("result_known", "the result of this round is known and will be settled")


def _device_works(table: Table, _role: str) -> None:
    if table.throw is None:
        raise Refuse("not_now", "the device has not been asked yet; void serves until then")


def _held(table: Table, _role: str) -> None:
    if not table.holds:
        raise Refuse("not_held", "a table that can play is not closed out; hold it first")


class Void(Act, roles=SUPERVISOR, phases=AFTER_CLOSE, group="table", first=_no_result_yet, twice=True):
    """The round does not count; what went up in it goes back."""

    reason: str

    def do(self, work: Work, _by: OperatorAct) -> None:
        void(work, self.reason)


class VoidResult(
    Act, roles=FLOOR, phases=frozenset({Phase.DRAWING, Phase.ROLLING}), group="table", first=_device_works
):
    """The round is void whatever came out; what went up in it goes back."""

    reason: str
    said: str = field(metadata=NOT_ASKED)

    @property
    def called(self) -> str:
        """As it was said."""
        return self.said

    def do(self, work: Work, by: OperatorAct) -> None:
        """Who voided a result that was known, and which, is a fact of its own."""
        table = work.table
        if table.result is not None and table.throw is not None:
            work.decide(ResultVoided(table.throw.id, table.result, by.operator))
        void_result(work, self.reason)


class CloseOut(Act, roles=SUPERVISOR, group="table", first=_held, twice=True):
    """Every wager on the layout of a held table goes back."""

    reason: str

    def do(self, work: Work, _by: OperatorAct) -> None:
        close_out(work, self.reason)


class _Opening(Act):
    """A seat is opened or closed."""

    seat: int

    def do(self, work: Work, by: OperatorAct) -> None:
        opens = isinstance(self, OpenSeat)
        if work.seat(self.seat).open != opens:
            work.change_seat(self.seat, open=opens)
            work.decide(SeatChanged(self.seat, "opened" if opens else "closed", by.operator))


class OpenSeat(_Opening, roles=SUPERVISOR, group="table"):
    """The seat takes wagers."""


class CloseSeat(_Opening, roles=SUPERVISOR, group="table"):
    """The seat takes no wagers; what lies stays."""
