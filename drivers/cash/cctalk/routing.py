"""Where the paper at escrow is to go.

It is told the unit once. Without an answer the events are read first, and it is told again only while they show that
the same paper still stands there.
"""

from drivers.cash.acceptor import NotRouted, Routed, Told
from drivers.cash.cctalk.events import PaperAtEscrow
from drivers.cash.cctalk.link import NEVER
from drivers.cash.cctalk.messages import ESCROW_EMPTY, EXTEND, STACK, Answer, OrderTaken, Route, RouteRefused

TRIES = 3
HOLD_EVERY = 5.0
"""Seconds; a unit keeps a paper for longer than that."""


class Routing:
    """Of one paper after the other."""

    def __init__(self) -> None:
        self._said: list[Told] = []
        self.moving = False  # the unit has heard where to
        self.hold_at = NEVER
        self._where: int | None = None
        self._tries = 0
        self._look_first = False

    def take_said(self) -> list[Told]:
        said, self._said = self._said, []
        return said

    def order(self, where: int) -> None:
        """The paper is to go there; one that moves already is on its way."""
        if not self.moving and self._where is None:
            self._where, self._tries, self.hold_at = where, 0, NEVER

    def hold(self, now: float) -> None:
        if not self.moving and self._where is None:
            self.hold_at = now

    def looked(self, before: PaperAtEscrow | None, standing: PaperAtEscrow | None) -> None:
        """The events were read, and this stands at escrow by them."""
        self._look_first = False
        if standing is None or standing is not before:
            self._where, self.hold_at, self.moving = None, NEVER, False

    def wanted(self, now: float) -> Route | None:
        """What the unit is to be told."""
        if self._where is not None and not self._look_first:
            return Route(self._where)
        if now >= self.hold_at:
            self.hold_at = now + HOLD_EVERY
            return Route(EXTEND)
        return None

    def unanswered(self, route: Route) -> bool:
        """Whether the events have to be read at once."""
        if route.value == EXTEND or self._where is None:
            return False
        self._tries += 1
        self._look_first = True
        if self._tries == TRIES:
            self._where = None
            self._said.append(NotRouted(f"no answer to where the paper is to go, told {TRIES} times"))
        return True

    def answered(self, route: Route, answer: Answer) -> None:
        if route.value == EXTEND:
            return
        self._where = None
        if isinstance(answer, OrderTaken):
            self.moving = True
            self._said += [Routed()] if route.value == STACK else []
        elif isinstance(answer, RouteRefused) and not (self._tries and answer.code == ESCROW_EMPTY):
            # Told twice and empty now, it went by the first telling: where to, the events say.
            empty = answer.code == ESCROW_EMPTY
            why = "its escrow is empty" if empty else f"it could not (code {answer.code})"
            self._said.append(NotRouted(f"the unit says that {why}"))
