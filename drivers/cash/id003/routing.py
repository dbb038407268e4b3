"""Where the paper at escrow is to go.

The unit is told only when its last answer was that this very paper still stands there, the first time as much as every
other: so an order is never repeated blind.
"""

from drivers.cash.acceptor import NotRouted, Routed, Told
from drivers.cash.id003.codec import Id003Frame
from drivers.cash.id003.link import NEVER
from drivers.cash.id003.messages import OrderTaken, Reply, RequestCode

TRIES = 8
AGAIN_AFTER = 0.5
"""Seconds that a unit has to begin with what it was told."""
HOLD_EVERY = 5.0
"""Seconds; a hold lasts for ten."""


class Routing:
    """Of one paper after the other."""

    def __init__(self, said: list[Told]) -> None:
        self._said = said
        self.clear()

    def clear(self) -> None:
        """There is no paper, or another."""
        self._where: RequestCode | None = None
        self._tries = 0
        self._again_at = 0.0
        self._heard = False  # the unit is at it
        self._hold_at = NEVER

    @property
    def stacks(self) -> bool:
        """The paper may be on its way to the box, as far as we can know."""
        return self._heard or (self._where == RequestCode.STACK_1 and self._tries > 0)

    @property
    def returns(self) -> bool:
        """The unit has heard that it is to give it back."""
        return self._heard and self._where == RequestCode.RETURN

    def order(self, where: RequestCode) -> None:
        """It is to go there; one that may be moving already goes on."""
        if self._where == where:
            return
        if self._tries:
            self._said.append(NotRouted("the paper was told to go elsewhere before"))
            return
        self._where, self._again_at, self._hold_at = where, 0.0, NEVER

    def hold(self, now: float) -> None:
        if self._where is None:
            self._hold_at = now

    def wanted(self, now: float) -> Id003Frame | None:
        """What to tell the unit that has just said what stands at its escrow."""
        if self._where is not None and now >= self._again_at:
            return self._try(self._where, now)
        if now >= self._hold_at:
            self._hold_at = now + HOLD_EVERY
            return Id003Frame(RequestCode.HOLD)
        return None

    def answered(self, asked: Id003Frame, reply: Reply) -> None:
        if asked.code == self._where and isinstance(reply, OrderTaken):
            self.moves()

    def moves(self) -> None:
        """The unit has heard it, or shows that it has."""
        if self._where == RequestCode.STACK_1 and self._tries and not self._heard:
            self._said.append(Routed())
        self._heard = self._heard or self._tries > 0

    def ended(self, *, stacked: bool, text: str) -> None:
        """The paper is no longer at escrow."""
        unsent = self._where == RequestCode.STACK_1 and not self._tries  # one that was sent may yet have been heard
        if unsent or (stacked and self._where == RequestCode.RETURN):
            self._said.append(NotRouted(text))
        self.clear()

    def _try(self, where: RequestCode, now: float) -> Id003Frame | None:
        if self._tries == TRIES:
            self.clear()
            self._said.append(NotRouted(f"the unit was told {TRIES} times and does nothing"))
            return None
        self._tries += 1
        self._again_at = now + AGAIN_AFTER
        return Id003Frame(where)
