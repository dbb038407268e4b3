"""What the table knows of the people who work at it, and of the shift of each."""

from typing import NamedTuple


class Person(NamedTuple):
    """Somebody who works at this machine."""

    role: str
    pin: str
    """The digest of the hash of the PIN, by which it is found where hashes are kept."""
    must_change: bool = False
    """Somebody else chose the PIN."""
    failures: int = 0
    """Wrong PINs since the person signed in last."""


class Shift(NamedTuple):
    """What a person took and paid by hand since the last handover."""

    number: int = 1
    credits: int = 0
    credits_amount: int = 0
    hand_pays: int = 0
    hand_pays_amount: int = 0
    reversals: int = 0
    reversals_amount: int = 0
    opened_with: int = 0
    """Counted into the drawer as the shift began; it is handed on with the rest."""

    @property
    def owes(self) -> int:
        """What is to be handed in besides what the drawer was opened with; below zero it is owed to the person."""
        return self.credits_amount - self.reversals_amount - self.hand_pays_amount

    @property
    def to_hand_in(self) -> int:
        """What should lie in the drawer."""
        return self.opened_with + self.owes

    @property
    def is_open(self) -> bool:
        """Whether there is anything to hand over."""
        return bool(self.credits or self.hand_pays or self.reversals or self.opened_with)
