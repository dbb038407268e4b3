"""The number of a ticket: 18 digits, SSCCCCNNNNNNNRRRKK. Pure.

System (00 is a demo's), cabinet, sequence, three random digits, and two that check the others (ISO 7064, MOD 97-10).
The check digits reject what was misread; they prove nothing.
"""

DIGITS = 18
LARGEST_SEQUENCE = 9_999_999


def check_digits(first: str) -> str:
    """The two that follow on the first sixteen."""
    return f"{98 - 100 * int(first) % 97:02d}"


def ticket_number(system: int, cabinet: int, sequence: int, random: str) -> str:
    """The whole of it."""
    first = f"{system:02d}{cabinet:04d}{sequence:07d}{random}"
    return first + check_digits(first)


def is_ticket_number(text: str) -> bool:
    """Whether these are eighteen digits of which the last two go with the others."""
    return is_host_number(text) and check_digits(text[:-2]) == text[-2:]


def is_host_number(text: str) -> bool:
    """Whether these are as many digits as the casino's host gives a ticket."""
    return len(text) == DIGITS and text.isascii() and text.isdecimal()


def read_number(text: str) -> str | None:
    """The number that was read, either way round; None where it is none of ours."""
    return next((number for number in (text, text[::-1]) if is_ticket_number(number)), None)
