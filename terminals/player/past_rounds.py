"""What a player still looks at of the rounds that are over, and up to where that is known."""

from typing import Any

from config.jackpots import MOST_JACKPOTS
from controller.protocol.public import TableNow
from controller.protocol.terminals.seat import Settled
from controller.protocol.terminals.version_2 import JackpotPart
from terminals.common.past import Memory, net_of

Told = dict[str, Any]


class PastRounds:
    """Of one seat: heard from the controller as rounds end, or told by the journal where nobody heard."""

    def __init__(self) -> None:
        self.last: Told | None = None
        self.won: dict[str, int] | None = None
        """The last roll that brought more than it cost: its round, and how much more, with what it won of jackpots."""
        self.pots: list[Told] = []
        """What was won of jackpots since a roll last decided something here."""
        self.laid: dict[str, int] = {}
        """What lay there at the last close at which something did, for `repeat`."""
        self._laid_in = -1
        self._heard_from = 0
        """The first round whose end is heard on this line; of those before it only the journal knows."""
        self._recalled_to = -1
        """The last round of which the journal has been asked."""
        self._is_of_the_last = False
        """What the journal has been asked was asked for a player who is gone."""

    @property
    def unheard(self) -> int:
        """What rounds up to this one brought may not be known; below zero: everything is."""
        return self._heard_from - 1 if self._recalled_to < self._heard_from - 1 else -1

    def told(self) -> Told:
        """For the page."""
        return {"last": self.last, "won": self.won, "laid": self.laid, "pots": self.pots, "unheard": self.unheard}

    def missed(self, table: TableNow) -> None:
        """What ended up to now may have ended unheard; while a round is paid its end has been told already."""
        self._heard_from, self._recalled_to = table.round + (table.phase == "settling"), -1

    def asks(self, round: int) -> int | None:
        """The last round of which the journal can tell something new: it tells of a round once the next one is open."""
        self._is_of_the_last = False
        return None if self.unheard < 0 or self._recalled_to >= round - 1 else round - 1

    def closed(self, stakes: dict[str, int], round: int) -> None:
        """Bets of this round have closed on these."""
        self.laid, self._laid_in = dict(stakes), round

    def settled(self, settled: Settled) -> None:
        """A round is over."""
        self.last = settled.model_dump(mode="json", include={"round", "how", "faces", "rows", "returned"})
        self.pots = []
        self._comes_to(net_of(self.last["rows"]), [])

    def won_of_pot(self, part: JackpotPart, table: TableNow | None) -> None:
        """One sum with what else that roll brought, where it was the last one; else a win by itself."""
        won = part.model_dump(mode="json", include={"jackpot", "amount", "prize"})
        self.pots = [*self.pots, won][-MOST_JACKPOTS:]
        if self.last is not None and part.by_last_roll and is_of_last_roll(self.last["round"], table):
            self._comes_to(self.last["net"] + part.amount, [*self.last["pots"], won])
        else:
            self.won = {"round": table.round if table is not None else 0, "amount": part.amount}

    def _comes_to(self, net: int, pots: list[Told]) -> None:
        """What the last roll brought in all, with these sums of jackpots."""
        assert self.last is not None
        self.last = {**self.last, "net": net, "pots": pots}
        if net > 0:
            self.won = {"round": self.last["round"], "amount": net}

    def recall(self, memory: Memory, to: int) -> None:
        """What the journal knows of the rounds up to this one; what was heard since is newer. Told of a player who has
        gone meanwhile it is not the next one's: the journal is asked anew."""
        if self._is_of_the_last:
            return
        self._recalled_to = max(self._recalled_to, to)
        if self.last is not None and self.last["round"] < memory.begins:
            self.forget()
        known = self.last["round"] if self.last else -1
        if memory.last is not None and memory.last["round"] > known:
            self.last, self.pots = memory.last, memory.last["pots"]
        if memory.won is not None and (self.won is None or memory.won["round"] > self.won["round"]):
            self.won = memory.won
        if memory.laid[0] > self._laid_in:
            self._laid_in, self.laid = memory.laid

    def forget(self) -> None:
        """The player is gone: the next one has not played yet."""
        self._is_of_the_last = True
        self.last, self.won, self.laid, self.pots = None, None, {}, []


def is_of_last_roll(round: int, table: TableNow | None) -> bool:
    """Whether what this round brought is what the last roll brought."""
    return table is not None and (table.last is None or round >= table.last.round)
