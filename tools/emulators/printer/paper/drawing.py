"""The picture of a paper, as SVG: 156 by 65 mm at eight dots per millimetre, black on white as thermal paper is."""

from dataclasses import dataclass
from unicodedata import category, east_asian_width
from xml.sax.saxutils import escape

from tools.emulators.printer.paper.bars import QUIET, bars
from tools.emulators.printer.paper.ticket import Face

WIDTH, HEIGHT, DOTS_PER_MM = 1248, 520, 8
MIDDLE = WIDTH // 2
MARGIN = 80
NARROW = 4
"""Dots of a narrow bar: half a millimetre."""
BAR_TOP, BAR_HEIGHT, BEARER = 172, 96, 12
"""The bearer bars above and below the symbol: a reader that leaves it askew meets black, not a shorter number."""
WIDE, USUAL = 1.0, 0.62
"""How wide letters are at most, in heights; capitals and Chinese are wide."""
LINE_OF_WORDS = 76


@dataclass(frozen=True)
class Line:
    """Words in the middle of a place; `turned` is by how many degrees."""

    words: str
    x: int
    y: int
    size: int
    turned: int = 0

    def drawn(self) -> str:
        """As SVG, smaller where it would not fit."""
        room = (HEIGHT if self.turned else WIDTH - 2 * MARGIN) - 20
        size = min(self.size, round(room / max(1.0, _heights(self.words)), 1))
        turn = f' transform="rotate({self.turned} {self.x} {self.y})"' if self.turned else ""
        return f'<text x="{self.x}" y="{self.y}" font-size="{size}"{turn}>{escape(_printable(self.words))}</text>'


def draw(face: Face, part: float = 1.0) -> str:
    """The paper, or the first part of it where no more came out."""
    drawn = [line.drawn() for line in _lines(face) if line.words]
    width = round(WIDTH * part)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width / DOTS_PER_MM:g}mm"'
            f' height="{HEIGHT / DOTS_PER_MM:g}mm" viewBox="0 0 {width} {HEIGHT}">',
            f'<rect width="{width}" height="{HEIGHT}" fill="white"/>',
            *(_symbol(face.barcode) if face.barcode else []),
            '<g fill="black" font-family="sans-serif" text-anchor="middle">',
            *drawn,
            "</g>",
            "</svg>\n",
        ]
    )


def _lines(face: Face) -> list[Line]:
    return [
        Line(face.number, 34, HEIGHT // 2, 26, -90),
        Line(face.number, WIDTH - 34, HEIGHT // 2, 26, 90),
        Line(face.house, MIDDLE, 48, 40),
        Line(face.place, MIDDLE, 82, 24),
        Line(face.title, MIDDLE, 126, 40),
        Line(face.demo, MIDDLE, 160, 28),
        Line(face.warning, MIDDLE, 225 if not face.barcode else 322, 60 if not face.barcode else 30),
        Line(face.validity, MIDDLE, 322, 24),
        Line(" · ".join((face.when, face.asset, face.sequence)), MIDDLE, 356, 24),
        *(Line(words, MIDDLE, 392 + 24 * row, 22) for row, words in enumerate(_broken(face.in_words))),
        Line(face.amount, MIDDLE, 510 if not face.signed else 320, 52),
        Line(face.signed, MIDDLE, 500, 24),
    ]


def _symbol(digits: str) -> list[str]:
    """The bars between their bearer bars; one that the paper's end cuts off is cut off with it."""
    found = bars(digits)
    length = (found[-1].at + found[-1].width) * NARROW
    left = (WIDTH - length) // 2
    quiet = QUIET * NARROW
    bearers = [(left - quiet, y, length + 2 * quiet, BEARER) for y in (BAR_TOP, BAR_TOP + BEARER + BAR_HEIGHT)]
    upright = [(left + bar.at * NARROW, BAR_TOP + BEARER, bar.width * NARROW, BAR_HEIGHT) for bar in found]
    return [
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="black"/>'
        for x, y, width, height in bearers + upright
    ]


def _broken(words: str) -> list[str]:
    """In lines that fit; a word is not broken, so Chinese stays one line that is written smaller."""
    lines = [""]
    for word in words.split():
        lines = [*lines[:-1], f"{lines[-1]} {word}".strip()] if _fits(lines[-1], word) else [*lines, word]
    return lines


def _fits(line: str, word: str) -> bool:
    return not line or len(line) + 1 + len(word) <= LINE_OF_WORDS


def _heights(words: str) -> float:
    return sum(WIDE if letter.isupper() or east_asian_width(letter) in "WF" else USUAL for letter in words)


def _printable(words: str) -> str:
    """A text may hold any UTF-8; what has no shape, or none that XML allows, is printed as a box."""
    return "".join("\N{WHITE SQUARE}" if category(letter)[0] == "C" else letter for letter in words)
