"""What the staff does about a jackpot that the floor refused."""

from controller.table.jackpots.claims import release
from controller.table.staff.act import SUPERVISOR, AtTheSeat, OperatorAct
from controller.table.work import Work


class ReleaseJackpot(AtTheSeat, roles=SUPERVISOR, twice=True):
    """A jackpot that the floor has refused is waited for no more."""

    reason: str

    def do(self, work: Work, by: OperatorAct) -> None:
        release(work, self.seat, by.operator)
