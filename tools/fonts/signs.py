"""Which signs the screens write: those of every catalogue, and those that pages and games write by themselves."""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) + "ŒœŸŠšŽž–—‘’“”„…•€−≈≠≤≥‹›\u202f"
"""Of western Europe: what names and other languages of a house may need besides."""
DRAWN_AS = {0x202F: 0x2009}
"""Signs that the face lacks, and those that it has in their shape: what French sets before “:” is a thin space that
breaks no line."""
SIGNS = "⚡✓✕✗⚠▶◀⌫⇧␣⚀⚁⚂⚃⚄⚅★"
"""Marks on the felt and on buttons, of one font."""
ARROWS = "↻→←↑↓"
"""And of another."""
HAN_SIGNS = HERE / "terminals/common/page/fonts/han.txt"
"""All others that were cut into our fonts, as the script left them: Chinese, in two weights."""


HEARD = "floor.heard."
"""How the keys begin of phrases that no page says."""


def catalogues() -> list[Path]:
    """Every file of words, of screens, menu, floor and the demo's wallet."""
    roots = (HERE / "terminals", HERE / "controller", HERE / "tools/demo")
    return sorted(path for root in roots for path in root.rglob("*words/*.json"))


def written() -> set[str]:
    """Every sign of every text but of those that are only understood."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in catalogues()]
    texts = (text for words in found for key, text in words.items() if not key.startswith(HEARD))
    return {sign for text in texts for sign in str(text)} - {"\n"}
