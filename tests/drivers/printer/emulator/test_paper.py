"""The paper: its bar code read back by another hand, and everything that has to stand on it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.text.languages import languages
from tests.drivers.printer.emulator.bench import Bench, at_a_pty
from tests.drivers.printer.emulator.client import NUMBER, TEXT, TEXTS, Wish, text
from tests.drivers.printer.emulator.reader import Picture, both_ways
from tools.emulators.printer.paper.amounts import figures, in_words
from tools.emulators.printer.paper.bars import bars, elements
from tools.emulators.printer.paper.drawing import draw
from tools.emulators.printer.paper.languages import LANGUAGES
from tools.emulators.printer.paper.ticket import face
from tools.emulators.printer.wire import Job, job_of


def job(**fields: object) -> Job:
    found = job_of(Wish(1).but(**fields).payload())
    assert found is not None
    return found


def picture(part: float = 1.0, **fields: object) -> Picture:
    return Picture(draw(face(job(**fields), TEXTS), part))


def numbers() -> Iterator[str]:
    """Every pair of digits at some place, and numbers at random."""
    digits = random.Random(18)
    pairs = [f"{pair:02}" for pair in range(100)]
    yield from ("".join(pairs[at : at + 9]) for at in range(0, 100, 9) if len(pairs[at : at + 9]) == 9)
    yield "9" * 18
    yield "0" * 18
    yield from ("".join(digits.choices("0123456789", k=18)) for _ in range(20))


@pytest.mark.parametrize("digits", [*numbers(), "999899979996999598"])
def test_the_bars_of_a_number_are_read_back_as_that_number_whichever_way_it_is_scanned(digits: str) -> None:
    line = picture(number=bytes.fromhex(digits)).line(230, 230)
    assert both_ways(line) == [digits]
    assert both_ways(line[::-1]) == [digits]


def test_one_number_is_on_the_whole_paper() -> None:
    assert picture().read() == {NUMBER}


def test_two_of_the_five_elements_of_each_digit_are_wide() -> None:
    woven = elements(NUMBER)
    assert (woven[:4], woven[-3:], len(woven)) == ("nnnn", "wnn", 4 + 18 * 5 + 3)
    assert {woven[at : at + 10 : 2].count("w") for at in range(4, 94, 10)} == {2}
    assert {woven[at + 1 : at + 10 : 2].count("w") for at in range(4, 94, 10)} == {2}
    assert {bar.width for bar in bars(NUMBER)} == {1, 3}


@pytest.mark.parametrize("digits", ["123", "12a4", "١٢"])
def test_what_is_no_even_number_of_digits_has_no_bars(digits: str) -> None:
    with pytest.raises(ValueError, match="digits"):
        elements(digits)


def test_a_line_that_leaves_the_symbol_askew_meets_a_bearer_bar_and_reads_nothing() -> None:
    """Without them a part of an Interleaved 2 of 5 may be read as a shorter number."""
    paper = picture()
    level = paper.line(230, 230)
    for slope in range(240, 700, 20):
        askew = paper.line(230 - slope / 2, 230 + slope / 2)
        assert both_ways(askew) == []
        assert max(length for black, length in askew if black) > max(length for black, length in level if black)


def test_a_piece_of_a_paper_has_no_readable_number_in_its_bars() -> None:
    for part in (0.3, 0.5, 0.7):
        assert picture(part).read() == set()


def test_a_ticket_says_everything_that_it_has_to() -> None:
    paper = picture()
    said = "\n".join(paper.words)
    for words in (
        "The House",
        "12 Ferry Street",
        "Asset A-0107",
        "CASH-OUT TICKET",
        "$125.40",
        "One hundred and twenty-five dollars and 40/100",
        "2026-11-18 19:06:40 UTC+08:00",
        "Sequence 17",
        "Valid for 30 days",
    ):
        assert words in said
    assert paper.words.count("Validation 01-0107-0000-0171-2345") == 2
    assert "DEMO" not in said
    assert "REDEEMABLE" not in said


def test_both_ends_of_the_paper_have_the_number() -> None:
    svg = draw(face(job(), TEXTS))
    places = [line for line in svg.splitlines() if "Validation" in line]
    assert [place.split('"')[1] for place in places] == ["34", "1214"]


def test_a_hand_pay_slip_has_no_bar_code_no_number_and_says_that_it_cannot_be_redeemed() -> None:
    for code, language in LANGUAGES.items():
        slip = picture(template=1, language=code.encode())
        assert slip.boxes == []
        said = "\n".join(slip.words)
        assert "NOT REDEEMABLE" in said
        assert NUMBER not in said.replace("-", "")
        assert "$125.40" in said
        assert language.words["hand_pay"] in said


def test_a_test_print_says_that_it_is_one_and_has_bars_to_test_a_reader_with() -> None:
    test = picture(template=2)
    assert test.read() == {NUMBER}
    assert {"TEST PRINT", "NOT REDEEMABLE"} <= set(test.words)


@pytest.mark.parametrize("template", [0, 1, 2])
def test_a_paper_of_the_demo_says_so_in_every_language(template: int) -> None:
    for language in map(str.encode, LANGUAGES):
        assert any("DEMO" in words for words in picture(template=template, language=language, flags=1).words)
        assert not any("DEMO" in words for words in picture(template=template, language=language).words)


def test_every_language_has_every_word() -> None:
    assert {tuple(sorted(language.words)) for language in LANGUAGES.values()} == {tuple(sorted(LANGUAGES["en"].words))}
    assert set(LANGUAGES) >= set(languages()), "what the screens speak can be printed"


def test_a_language_that_the_printer_does_not_have_is_printed_in_english() -> None:
    assert picture(language=b"xx").words == picture().words


def test_a_day_is_one_day_and_a_dollar_one_dollar() -> None:
    said = picture(days=1, amount=100).words
    assert "Valid for 1 day" in said
    assert "One dollar and 00/100" in said
    french = picture(days=0, amount=0, language=b"fr").words
    assert "Valable 0 jour" in french, "of nought as of one"


def test_texts_may_hold_what_xml_does_not_allow_and_nothing_grows_over_the_edge() -> None:
    texts = ("<&>\x00\x1b", "W" * 48, "界" * 16, "€", "one", "many")
    svg = draw(face(job(amount=2**64 - 1), texts))
    words = Picture(svg).words
    assert "<&>□□" in words
    assert any(line.startswith("€184,467,440,737,095,516.15") for line in words)
    size = float(next(line for line in svg.splitlines() if "WWW" in line).split('font-size="')[1].split('"')[0])
    assert 48 * size < 1248 - 2 * 80


@pytest.mark.parametrize(
    "amount, exponent, said",
    [
        (0, 2, "$0.00"),
        (5, 2, "$0.05"),
        (123_450, 2, "$1,234.50"),
        (7, 0, "$7"),
        (1, 3, "$0.001"),
        (10**6, 0, "$1,000,000"),
    ],
)
def test_an_amount_in_figures_has_every_decimal(amount: int, exponent: int, said: str) -> None:
    assert figures(amount, exponent, "$") == said


NUMBERS = {
    0: ("zero", "cero", "zéro", "零"),
    1: ("one", "un", "un", "壹"),
    10: ("ten", "diez", "dix", "壹拾"),
    19: ("nineteen", "diecinueve", "dix-neuf", "壹拾玖"),
    21: ("twenty-one", "veintiún", "vingt et un", "贰拾壹"),
    31: ("thirty-one", "treinta y un", "trente et un", "叁拾壹"),
    100: ("one hundred", "cien", "cent", "壹佰"),
    101: ("one hundred and one", "ciento un", "cent un", "壹佰零壹"),
    555: ("five hundred and fifty-five", "quinientos cincuenta y cinco", "cinq cent cinquante-cinq", "伍佰伍拾伍"),
    71: ("seventy-one", "setenta y un", "soixante et onze", "柒拾壹"),
    80: ("eighty", "ochenta", "quatre-vingts", "捌拾"),
    81: ("eighty-one", "ochenta y un", "quatre-vingt-un", "捌拾壹"),
    97: ("ninety-seven", "noventa y siete", "quatre-vingt-dix-sept", "玖拾柒"),
    200: ("two hundred", "doscientos", "deux cents", "贰佰"),
    80_000: ("eighty thousand", "ochenta mil", "quatre-vingt mille", "捌万"),
    200_000_000: ("two hundred million", "doscientos millones", "deux cents millions", "贰亿"),
    1005: ("one thousand five", "mil cinco", "mille cinq", "壹仟零伍"),
    10_125: (
        "ten thousand one hundred and twenty-five",
        "diez mil ciento veinticinco",
        "dix mille cent vingt-cinq",
        "壹万零壹佰贰拾伍",
    ),
    21_000: ("twenty-one thousand", "veintiún mil", "vingt et un mille", "贰万壹仟"),
    1_000_000: ("one million", "un millón", "un million", "壹佰万"),
    2_000_001: ("two million one", "dos millones un", "deux millions un", "贰佰万零壹"),
    100_000_005: ("one hundred million five", "cien millones cinco", "cent millions cinq", "壹亿零伍"),
    10**9: ("one billion", "mil millones", "un milliard", "壹拾亿"),
    10**12: ("one trillion", "un billón", "un billion", "壹兆"),
    10**18: ("one quintillion", "un trillón", "un trillion", "壹佰京"),
}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_in_words(number: int) -> None:
    assert tuple(LANGUAGES[code].number(number) for code in ("en", "es", "fr", "zh")) == NUMBERS[number]


def test_an_amount_in_words_counts_what_it_counts_as_people_do() -> None:
    assert in_words(2100, 2, "es", "dólar", "dólares") == "Veintiún dólares con 00/100"
    assert in_words(10**8, 2, "es", "dólar", "dólares") == "Un millón de dólares con 00/100"
    assert in_words(0, 2, "fr", "dollar", "dollars") == "Zéro dollar et 00/100"
    assert in_words(19_900, 2, "fr", "dollar", "dollars") == "Cent quatre-vingt-dix-neuf dollars et 00/100"
    assert in_words(10**8, 2, "fr", "dollar", "dollars") == "Un million de dollars et 00/100"
    assert in_words(2 * 10**11, 2, "fr", "euro", "euros") == "Deux milliards d’euros et 00/100"
    assert in_words(12_540, 2, "zh", "元", "元") == "壹佰贰拾伍元 又 40/100"
    assert in_words(7, 0, "en", "token", "tokens") == "Seven tokens"


def test_different_numbers_are_different_words() -> None:
    for language in LANGUAGES.values():
        assert len({language.number(number) for number in range(100_000)}) == 100_000


def test_each_paper_is_a_picture_and_a_line(bench: Bench) -> None:
    bench.print(Wish(1))
    bench.take()
    bench.print(Wish(2, template=1, sequence=18, flags=1))
    assert [file.name for file in bench.pictures()] == ["1.svg", "2.svg"]
    assert Picture(bench.pictures()[0].read_text()).read() == {NUMBER}
    assert bench.lines() == [
        {
            "job": "1",
            "template": "ticket",
            "part": "whole",
            "number": "01-0107-0000-0171-2345",
            "amount": "12540e-2",
            "language": "en",
            "time": "2026-11-18T19:06:40+08:00",
            "days": "30",
            "sequence": "17",
            "demo": "no",
        },
        bench.lines()[0] | {"job": "2", "template": "hand-pay", "sequence": "18", "demo": "yes"},
    ]


def test_a_text_is_on_the_paper_that_was_asked_for_after_it(bench: Bench) -> None:
    bench.verdict(Wish(1))
    bench.answer(TEXT, text(0, "Another house"))
    bench.end(1)
    bench.take()
    bench.print(Wish(2))
    houses = [Picture(file.read_text()).words[2] for file in bench.pictures()]
    assert houses == ["The House", "Another house"]


def test_the_folder_keeps_the_last_thousand_papers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.emulators.printer.paper.tray.MOST", 3)
    with at_a_pty(tmp_path) as bench:
        bench.greet()
        for number in range(1, 6):
            bench.print(Wish(number))
            bench.take()
        assert [file.name for file in bench.pictures()] == ["3.svg", "4.svg", "5.svg"]
        assert [line["job"] for line in bench.lines()] == ["3", "4", "5"]
