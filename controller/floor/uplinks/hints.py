"""What cabinets said ahead of their batches: shown until the entry itself is here, and then forgotten.

They lie in memory only. A floor that starts anew has none, and loses nothing by it.
"""

from collections import defaultdict, deque
from typing import Any

from controller.protocol.hints import HintSaid

MOST = 16
"""Of one cabinet; the oldest go."""


class Hints:
    """Of every cabinet."""

    def __init__(self) -> None:
        self._said: dict[str, deque[HintSaid]] = defaultdict(lambda: deque(maxlen=MOST))

    def take(self, said: HintSaid, cursor: int) -> bool:
        """Whether it was news: the entry is not here yet, and nobody has said this of it."""
        of_cabinet = self._said[said.cabinet]
        if said.seq <= cursor or said in of_cabinet:
            return False
        of_cabinet.append(said)
        return True

    def add_to(self, shown: dict[str, Any]) -> dict[str, Any]:
        """What goes ahead stands with its machine; whatever has arrived since is forgotten."""
        for machine in shown["machines"]:
            of_cabinet = self._said[machine["cabinet"]]
            ahead = [one for one in of_cabinet if one.journal == machine["journal"] and one.seq > machine["entries"]]
            of_cabinet.clear()
            of_cabinet.extend(ahead)
            machine["ahead"] = [{"what": one.what, "about": one.about, "at": one.at} for one in ahead]
            machine["calls"] = machine["calls"] or bool(ahead)
        return shown
