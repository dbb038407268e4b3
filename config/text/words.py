"""People's words: one rule for what is taken from them, and how words from anywhere are shown.

A reason, a receipt's number, a name: words on one line. Signs that steer a screen (ESC, NUL, BEL), that turn the order
of the letters around, or that break a line could make a record look like another one. They are refused where words
come in; and because a record may have been written by an older Boxcars, or by a machine, they are shown as what they
are wherever words are printed.
"""

import json
import unicodedata

STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, signs that only turn or join others, half letters, and breaks of lines."""


def why_not_said(words: str) -> str | None:
    """Why these words are not taken; None if they are."""
    for place, sign in enumerate(words, 1):
        if unicodedata.category(sign) in STEERING:
            return f"must be words on one line without control signs, found {_spelt(sign)} as sign {place}"
    return None


def printable(text: str) -> str:
    """The text with such signs spelt out, on one line."""
    if text.isprintable():
        return text
    return "".join(_spelt(sign) if unicodedata.category(sign) in STEERING else sign for sign in text)


def say(text: str = "") -> None:
    """Print one line, whatever is in it."""
    print(printable(text))


def json_line(data: object) -> str:
    """One line of JSON that steers nothing."""
    return json_text(json.dumps(data, ensure_ascii=False))


def json_text(text: str) -> str:
    """The same JSON on one line, with such signs escaped as JSON escapes them."""
    if text.isprintable():
        return text
    return "".join(json.dumps(sign)[1:-1] if unicodedata.category(sign) in STEERING else sign for sign in text)


def _spelt(sign: str) -> str:
    return sign.encode("unicode_escape", "surrogatepass").decode("ascii")
