"""What is wrong with the unit, as far as it was told: by its events, and by its own look at itself."""

from collections.abc import Sequence

from drivers.cash.acceptor import Fault, FaultOver, Faulty, Told

OF_THE_STACKER = frozenset({Fault.STACKER_REMOVED, Fault.STACKER_FULL})
"""Their end the events tell."""


class Health:
    """Of one unit, across its resets."""

    def __init__(self) -> None:
        self._faults: set[Fault] = set()

    def heard(self, said: Sequence[Told]) -> None:
        for told in said:
            if isinstance(told, Faulty):
                self._faults.add(told.fault)
            elif isinstance(told, FaultOver):
                self._faults.discard(told.fault)

    def checked(self, code: int) -> list[Told]:
        """The unit has looked whether it works; 0 is that it does."""
        if code:
            new = not self._faults
            self._faults |= {Fault.FAILED} if new else set()
            return [Faulty(Fault.FAILED, f"its self-check finds fault {code}")] if new else []
        over = sorted(self._faults - OF_THE_STACKER)
        self._faults -= set(over)
        return [FaultOver(fault) for fault in over]
