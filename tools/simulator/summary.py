"""What happened in a simulation, counted from its decisions."""

from collections import Counter
from hashlib import sha256
from typing import Any

from controller.facts.kinds import NoRoll, Posting, Refused, ResultKnown, RoundEnded
from controller.games.interface import Settled
from controller.table.canonical import canonical
from controller.table.events import Event, Restarted, Wager, Wagers
from controller.table.machine import Step
from controller.table.records import to_json


class Summary:
    """Counts, and a hash over everything that happened and was decided."""

    def __init__(self) -> None:
        self.rounds: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self._history = sha256()

    def note(self, event: Event, step: Step, elapsed: int) -> None:
        """One event and what came of it."""
        self.counts["events"] += 1
        self.counts["milliseconds"] += elapsed
        self.counts["restarts"] += isinstance(event, Restarted)
        if step.answer is not None and not step.repeated:
            if not step.answer.ok:
                self.refused[step.answer.code] += 1
            elif isinstance(event, Wager | Wagers):
                lays = event.wagers if isinstance(event, Wagers) else (event,)
                self.counts["wagers"] += sum(lay.do == "place" for lay in lays)
        for decision in step.decisions:
            self._note_decision(decision)
        records = [to_json(record) for record in (event, *step.decisions)]
        self._history.update(canonical([elapsed, records]))

    def _note_decision(self, decision: object) -> None:
        match decision:
            case RoundEnded(how=how):
                self.rounds[how] += 1
            case ResultKnown():
                self.counts["rolls"] += 1
            case NoRoll():
                self.counts["no_rolls"] += 1
            case Settled():
                self.counts["settled"] += 1
            case Posting(account="house", amount=amount):
                self.counts["house"] += amount
            case Refused():
                self.counts["refusals_recorded"] += 1

    def as_data(self) -> dict[str, Any]:
        """Everything, in an order that depends on nothing but what happened."""
        return {
            "rounds": dict(sorted(self.rounds.items())),
            **{name: self.counts[name] for name in NAMES},
            "refused": dict(sorted(self.refused.items())),
            "history": self._history.hexdigest(),
        }


NAMES = (
    "events",
    "milliseconds",
    "restarts",
    "rolls",
    "no_rolls",
    "wagers",
    "settled",
    "house",
    "refusals_recorded",
)
"""What is counted besides rounds and refusals."""
