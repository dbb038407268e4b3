"""An amount in figures and in words.

Words say the whole part; what is smaller stands after it as a fraction, as on a cheque.
"""

from tools.emulators.printer.paper.languages import language_of


def figures(amount: int, exponent: int, sign: str) -> str:
    """`$1,234.50`: nothing is rounded, every decimal is there."""
    whole, part = divmod(amount, 10**exponent)
    return f"{sign}{whole:,}" + (f".{part:0{exponent}}" if exponent else "")


def in_words(amount: int, exponent: int, language: str, one: str, many: str) -> str:
    """`One hundred and twenty-five dollars and 40/100`."""
    whole, part = divmod(amount, 10**exponent)
    spoken = language_of(language)
    fraction = f"{spoken.joined}{part:0{exponent}}/{10**exponent}" if exponent else ""
    said = spoken.amount(whole, one, many).strip() + fraction
    return said[0].upper() + said[1:]
