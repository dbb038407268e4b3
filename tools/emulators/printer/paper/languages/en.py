"""What a paper says in English, which is printed in place of a language that the printer does not have."""

from tools.emulators.printer.paper.languages.language import Language, in_groups, listed

WORDS = {
    "ticket": "CASH-OUT TICKET",
    "hand_pay": "HAND PAY",
    "test": "TEST PRINT",
    "not_redeemable": "NOT REDEEMABLE",
    "asset": "Asset",
    "sequence": "Sequence",
    "validation": "Validation",
    "days": "Valid for {} days",
    "day": "Valid for {} day",
    "demo": "DEMO · NO CASH VALUE",
    "signed": "Paid by ______________ Witness ______________ Player ______________",
}
ONES = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
SCALES = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion")


def number(whole: int) -> str:
    """A whole number in words."""
    said = [_hundreds(group) + SCALES[place] for place, group in enumerate(in_groups(whole, 3)) if group]
    return " ".join(reversed(said)) or ONES[0]


def _hundreds(group: int) -> str:
    hundreds, rest = divmod(group, 100)
    said = [f"{ONES[hundreds]} hundred"] if hundreds else []
    if rest >= 20:
        tens, ones = divmod(rest, 10)
        said.append(TENS[tens - 2] + (f"-{ONES[ones]}" if ones else ""))
    elif rest:
        said.append(ONES[rest])
    return " and ".join(said)


LANGUAGE = Language(WORDS, number, joined=" and ")
