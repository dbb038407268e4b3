"""Which languages a screen speaks: those that it can, of those that the table has been set to."""

from collections.abc import Sequence


def spoken(can: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """In the order of the table's setting; a screen that can none of them speaks what it can."""
    return [language for language in wanted if language in can] or list(can)
