"""Records that a house asks for, made of facts as rows: moves of money, who acted, holds, doors, what seats played.

A row tells what its fact tells and knows nothing of before; what a round has gathered so far lies in `Gathered`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.facts.english import plain_text
from controller.vault.counts.meters import came_back

DAY_MS = 86_400_000

Data = Mapping[str, Any]
Row = tuple[Any, ...]


def _move(fact: Data, event: Data) -> Row:
    told = (fact["move"], fact["seat"], fact["instrument"], fact["amount"], int(fact["into_seat"]))
    return (*told, fact["state"], fact["reference"], str(event.get("operator", "")))


def _act(fact: Data, _event: Data) -> Row:
    return fact["act"], fact["by"], fact["role"], fact["whom"], fact["seat"], fact["reason"]


def _hold(fact: Data, _event: Data) -> Row:
    return fact["reason"], int(fact["on"]), plain_text(fact["about"])


def _door(fact: Data, _event: Data) -> Row:
    return fact["door"], fact["became"], fact["was"] or ""


MADE: dict[str, tuple[str, Callable[[Data, Data], Row]]] = {
    "MoveChanged": ("move", _move),
    "ActDone": ("act", _act),
    "HoldChanged": ("hold", _hold),
    "DoorChanged": ("door", _door),
}
"""Kind of fact → its table, and what stands in a row of it."""


def records(entry: Data, facts: Iterable[Data]) -> Iterable[tuple[str, Row]]:
    """Table and row, in the order in which things were decided."""
    for place, fact in enumerate(facts):
        made = MADE.get(fact["type"])
        if made is not None:
            table, row = made
            where = entry["at"] // DAY_MS, entry["seq"], place, entry["at"]
            yield table, (*where, *row(fact, entry["event"]))


class Gathered:
    """What the round that is being played has come to so far: its result, and of each seat bets, cost and what came
    back."""

    def __init__(self, plain: Data | None = None) -> None:
        told = plain or {}
        self.result: str = told.get("result", "")
        self.seats: dict[str, list[Any]] = {seat: list(of) for seat, of in told.get("seats", {}).items()}

    def plain(self) -> dict[str, Any]:
        """To be kept."""
        return {"result": self.result, "seats": self.seats}

    def take(self, entry: Data, facts: Iterable[Data]) -> None:
        """One step of the table."""
        for seat, laid in entry.get("layout", {}).items():
            self._of(seat)[0] = sorted({bet for bet, _ in laid.get("stakes", ())})
        for fact in facts:
            if fact["type"] == "ResultKnown":
                self.result = result_words(fact["result"])
            elif fact["type"] == "Settled" and fact["result"] != "off":
                of = self._of(str(fact["seat"]))
                of[1] += fact["stake"] + fact["vigorish"]
                of[2] += came_back(fact)

    def _of(self, seat: str) -> list[Any]:
        return self.seats.setdefault(seat, [[], 0, 0])

    def rows(self, round: int, ended_at: int, seats: Iterable[str]) -> list[Row]:
        """Of the round that is over: a row for each seat that had something in it, or one for nobody."""
        there = sorted({*self.seats, *seats}, key=int) or ["0"]
        told = []
        for seat in there:
            bets, cost, back = self.seats.get(seat, ([], 0, 0))
            named = "".join(f" {bet}" for bet in bets) + " "
            told.append((ended_at // DAY_MS, round, int(seat), ended_at, self.result, named, cost, back))
        return told


def result_words(shown: Data) -> str:
    """`3-4` in this order whichever die showed which, or `17`."""
    return "-".join(str(one) for of in shown.values() for one in (sorted(of) if isinstance(of, list) else [of]))
