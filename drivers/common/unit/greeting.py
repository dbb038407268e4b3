"""What a unit is asked and told after each HELLO, before it may start anything.

A request that the unit refuses is not forgotten: it is asked again when the next play is about to start.
"""

from collections.abc import Sequence

from drivers.common.serial.link import Link
from drivers.common.serial.messages import Spoken


class Greeting:
    """Of one kind of unit. Many have none: it is over at once."""

    def __init__(self, link: Link, requests: Sequence[Spoken]) -> None:
        self._link = link
        self._requests = requests
        self._asked: list[Spoken] = []
        self._refused: list[Spoken] = []

    @property
    def waits(self) -> bool:
        """Whether answers are still to come."""
        return bool(self._asked)

    @property
    def taken(self) -> bool:
        """Whether the unit has taken all of it."""
        return not self._asked and not self._refused

    def begin(self, now: float) -> None:
        """A unit was met."""
        self._asked, self._refused = [], list(self._requests)
        self.ask_again(now)

    def change(self, requests: Sequence[Spoken]) -> None:
        """This from now on: what of it the unit was not told yet is asked with the next play."""
        before, self._requests = self._requests, requests
        kept = [request for request in self._refused if request in requests]
        self._refused = kept + [request for request in requests if request not in before and request not in kept]

    def ask_again(self, now: float) -> None:
        """What was refused."""
        refused, self._refused = self._refused, []
        for request in refused:
            (self._asked if self._link.ask(request, now) else self._refused).append(request)

    def is_awaited(self, request: Spoken) -> bool:
        return request in self._asked

    def answered(self, request: Spoken, *, taken: bool) -> None:
        self._asked.remove(request)
        if not taken:
            self._refused.append(request)
