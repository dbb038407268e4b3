"""What a paper says in French."""

from tools.emulators.printer.paper.languages.language import Language, in_groups, listed

WORDS = {
    "ticket": "TICKET D’ENCAISSEMENT",
    "hand_pay": "PAIEMENT MANUEL",
    "test": "IMPRESSION D’ESSAI",
    "not_redeemable": "NON ENCAISSABLE · NOT REDEEMABLE",
    "asset": "Machine",
    "sequence": "Séquence",
    "validation": "Validation",
    "days": "Valable {} jours",
    "day": "Valable {} jour",
    "demo": "DÉMO · DEMO · SANS VALEUR",
    "signed": "Payé par ______________ Témoin ______________ Joueur ______________",
}
ONES = listed(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf"
)
TENS = listed("vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt")
SCALES = ("", " mille", " million", " milliard", " billion", " billiard", " trillion")
VOWELS = "aeiouâàéèêëîïôöûü"
"""Before which `de` loses its own."""


def number(whole: int) -> str:
    """A whole number, as it stands before what is counted: `deux cents`, `deux cent mille`, `deux cents millions`."""
    groups = enumerate(in_groups(whole, 3))
    said = [_scaled(group, place) for place, group in groups if group]
    return " ".join(reversed(said)) or ONES[0]


def _scaled(group: int, place: int) -> str:
    if place == 1:
        return "mille" if group == 1 else f"{_hundreds(group, ends=False)} mille"
    return _hundreds(group, ends=True) + SCALES[place] + ("s" if place and group > 1 else "")


def _hundreds(group: int, *, ends: bool) -> str:
    """`cents` and `quatre-vingts` only where no number follows them; thousand is one, a million is counted."""
    hundreds, rest = divmod(group, 100)
    said = [] if not hundreds else ["cent"] if hundreds == 1 else [f"{ONES[hundreds]} cent"]
    if hundreds > 1 and not rest and ends:
        return f"{said[0]}s"
    return " ".join([*said, *([_below_a_hundred(rest, ends=ends)] if rest else [])])


def _below_a_hundred(rest: int, *, ends: bool) -> str:
    if rest < 20:
        return ONES[rest]
    tens, ones = divmod(rest, 10)
    name = TENS[tens - 2]
    ones += 10 if tens in (7, 9) else 0
    if not ones:
        return f"{name}s" if tens == 8 and ends else name
    return f"{name} et {ONES[ones]}" if ones in (1, 11) and tens < 8 else f"{name}-{ONES[ones]}"


def counted(whole: int, unit: str) -> str:
    """`Deux dollars`, `un million de dollars`, `deux millions d’euros`."""
    if not whole or whole % 10**6:
        return f"{number(whole)} {unit}"
    return f"{number(whole)} d’{unit}" if unit[:1].lower() in tuple(VOWELS) else f"{number(whole)} de {unit}"


LANGUAGE = Language(WORDS, number, joined=" et ", counted=counted, is_one=lambda many: many < 2)
