"""What the table knows of a door of the cabinet, and of a test of the hardware."""

from typing import NamedTuple


class Door(NamedTuple):
    """A door of the cabinet."""

    state: str = ""
    """`open`, `closed`, or `unread`, which counts as open; empty before anything was heard of it."""
    seen: str = ""
    """`open` or `closed`, as it was last known to be: what cannot be read has not moved by that."""
    latched: bool = False
    """It was opened when nobody could look, and no person has looked since."""

    @property
    def is_open(self) -> bool:
        """Whether it counts as open."""
        return self.state in ("open", "unread")


class Trial(NamedTuple):
    """A test of the hardware that is wanted: which act, whose, and for a shake its id and nonce."""

    what: str
    by: str
    name: str
    """No two are called the same, so that a driver is told each once."""
    roll_id: int = 0
    nonce: str = ""
    seat: int = 0
    """Whose screen it is that a person touches."""
    medium: str = ""
    """Of an archive: where it goes, and for how many days entries stay."""
    keep_days: int | None = None

    as_delivered: bool = False
    """Of a screen that is set: what staff set before is taken back."""

    def wants_nonce(self) -> bool:
        """A shake that chance has not been drawn for yet."""
        return self.what == "test_shake" and not self.nonce
