"""An amount in figures and in words, in the languages that the printer has.

Words say the whole part; what is smaller stands after it as a fraction, as on a cheque.
"""

from collections.abc import Callable


def _list(words: str) -> list[str]:
    return words.split()


ENGLISH = _list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
ENGLISH_TENS = _list("twenty thirty forty fifty sixty seventy eighty ninety")
ENGLISH_SCALES = ["", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion"]
SPANISH = _list(
    "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
SPANISH_TENS = _list("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
SPANISH_HUNDREDS = _list(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)
SPANISH_SCALES = [("", ""), (" millón", " millones"), (" billón", " billones"), (" trillón", " trillones")]
CHINESE = "零壹贰叁肆伍陆柒捌玖"
CHINESE_TENS = ["", "拾", "佰", "仟"]
CHINESE_SCALES = ["", "万", "亿", "兆", "京"]


def figures(amount: int, exponent: int, sign: str) -> str:
    """`$1,234.50`: nothing is rounded, every decimal is there."""
    whole, part = divmod(amount, 10**exponent)
    return f"{sign}{whole:,}" + (f".{part:0{exponent}}" if exponent else "")


def in_words(amount: int, exponent: int, language: str, one: str, many: str) -> str:
    """`One hundred and twenty-five dollars and 40/100`, English in a language that the printer does not have."""
    whole, part = divmod(amount, 10**exponent)
    words, joined = LANGUAGES.get(language, LANGUAGES["en"])
    unit = one if whole == 1 else many
    said = words(whole) + ("" if language == "zh" else " ") + unit
    if language == "es" and whole and whole % 10**6 == 0:
        said = f"{words(whole)} de {unit}"
    fraction = f" {joined}{part:0{exponent}}/{10**exponent}" if exponent else ""
    said = said.strip() + fraction
    return said[0].upper() + said[1:]


def _groups(number: int, size: int) -> list[int]:
    """The number in groups of so many digits, the lowest first."""
    groups = []
    while number:
        number, group = divmod(number, 10**size)
        groups.append(group)
    return groups


def english(number: int) -> str:
    """A whole number in English."""
    groups = enumerate(_groups(number, 3))
    said = [_english_hundreds(group) + ENGLISH_SCALES[place] for place, group in groups if group]
    return " ".join(reversed(said)) or ENGLISH[0]


def _english_hundreds(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = [f"{ENGLISH[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        said.append(ENGLISH_TENS[tens - 2] + (f"-{ENGLISH[ones]}" if ones else ""))
    elif rest:
        said.append(ENGLISH[rest])
    return " and ".join(said)


def spanish(number: int) -> str:
    """A whole number in Spanish, as it stands before what is counted: `veintiún`."""
    groups = enumerate(_groups(number, 6))
    said = [_spanish_thousands(group) + SPANISH_SCALES[place][group > 1] for place, group in groups if group]
    return " ".join(reversed(said)) or SPANISH[0]


def _spanish_thousands(number: int) -> str:
    thousands, rest = divmod(number, 1000)
    said = [] if not thousands else ["mil"] if thousands == 1 else [f"{_spanish_hundreds(thousands)} mil"]
    return " ".join([*said, *([_spanish_hundreds(rest)] if rest else [])])


def _spanish_hundreds(number: int) -> str:
    if number == 100:
        return "cien"
    hundreds, rest = divmod(number, 100)
    said = [SPANISH_HUNDREDS[hundreds - 1]] if hundreds else []
    if rest >= 30:
        tens, ones = divmod(rest, 10)
        said.append(SPANISH_TENS[tens - 3] + (f" y {SPANISH[ones]}" if ones else ""))
    elif rest:
        said.append(SPANISH[rest])
    return " ".join(said)


def chinese(number: int) -> str:
    """A whole number in the characters that banks write, which nobody can turn into others."""
    said, below = "", 0
    for place, group in enumerate(_groups(number, 4)):
        if group:
            gap = "零" if said and below < 1000 else ""
            said = _chinese_thousands(group) + CHINESE_SCALES[place] + gap + said
        below = group
    return said or CHINESE[0]


def _chinese_thousands(number: int) -> str:
    said, gap = "", False
    for place in reversed(range(4)):
        digit = number // 10**place % 10
        if digit:
            said += ("零" if gap and said else "") + CHINESE[digit] + CHINESE_TENS[place]
        gap = not digit
    return said


Words = Callable[[int], str]
LANGUAGES: dict[str, tuple[Words, str]] = {"en": (english, "and "), "es": (spanish, "con "), "zh": (chinese, "又 ")}
"""Language → its whole numbers, and what joins the fraction to them."""
