"""What a paper says in Spanish."""

from tools.emulators.printer.paper.languages.language import Language, in_groups, listed

WORDS = {
    "ticket": "TICKET DE COBRO",
    "hand_pay": "PAGO MANUAL",
    "test": "IMPRESIÓN DE PRUEBA",
    "not_redeemable": "NO CANJEABLE · NOT REDEEMABLE",
    "asset": "Máquina",
    "sequence": "Secuencia",
    "validation": "Validación",
    "days": "Válido por {} días",
    "day": "Válido por {} día",
    "demo": "DEMO · SIN VALOR",
    "signed": "Pagado por ______________ Testigo ______________ Jugador ______________",
}
ONES = listed(
    "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis "
    "veintisiete veintiocho veintinueve"
)
TENS = listed("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
HUNDREDS = listed(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)
SCALES = (("", ""), (" millón", " millones"), (" billón", " billones"), (" trillón", " trillones"))


def number(whole: int) -> str:
    """A whole number, as it stands before what is counted: `veintiún`."""
    groups = enumerate(in_groups(whole, 6))
    said = [_thousands(group) + SCALES[place][group > 1] for place, group in groups if group]
    return " ".join(reversed(said)) or ONES[0]


def _thousands(group: int) -> str:
    thousands, rest = divmod(group, 1000)
    said = [] if not thousands else ["mil"] if thousands == 1 else [f"{_hundreds(thousands)} mil"]
    return " ".join([*said, *([_hundreds(rest)] if rest else [])])


def _hundreds(group: int) -> str:
    if group == 100:
        return "cien"
    hundreds, rest = divmod(group, 100)
    said = [HUNDREDS[hundreds - 1]] if hundreds else []
    if rest >= 30:
        tens, ones = divmod(rest, 10)
        said.append(TENS[tens - 3] + (f" y {ONES[ones]}" if ones else ""))
    elif rest:
        said.append(ONES[rest])
    return " ".join(said)


def counted(whole: int, unit: str) -> str:
    """`Dos dólares`, `un millón de dólares`."""
    return f"{number(whole)} de {unit}" if whole and whole % 10**6 == 0 else f"{number(whole)} {unit}"


LANGUAGE = Language(WORDS, number, joined=" con ", counted=counted)
