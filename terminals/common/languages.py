"""Which languages a screen speaks: those that it can, of those that the table has been set to."""

from collections.abc import Sequence


def spoken(can: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """In the order of the table's setting; all that the screen can, where that names none of them."""
    return [language for language in wanted if language in can] or list(can)
