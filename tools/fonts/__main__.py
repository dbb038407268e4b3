"""Latin from an npm package, Chinese from Debian's `fonts-noto-cjk`, signs from two more: all under the OFL.

It needs `npm`, that package of Debian, and `pip install .[fonts]`.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools.ttLib import TTFont

from tools.fonts.signs import ARROWS, DRAWN_AS, HAN_SIGNS, LATIN, SIGNS, written

HERE = Path(__file__).resolve().parents[2]
OUT = HERE / "terminals/common/page/fonts"
ARCHIVO = "@fontsource-variable/archivo@5.3.0"
SIGNED = {
    "signs": ("@fontsource/noto-sans-symbols-2@5.3.0", "noto-sans-symbols-2-symbols-400-normal", SIGNS),
    "arrows": ("@fontsource/noto-sans-math@5.3.0", "noto-sans-math-latin-400-normal", ARROWS),
}
"""File → package, the file in it, what is taken from it."""
HAN = Path("/usr/share/fonts/opentype/noto")
HAN_LICENCE = Path("/usr/share/doc/fonts-noto-cjk/copyright")
SIMPLIFIED = "2"
"""Which of the fonts in Debian's collections has the shapes of simplified Chinese."""
KEPT = "kern,liga,locl,ccmp,rvrn,tnum,frac,numr,dnom"
"""Features that a screen uses; figures are of one width by themselves."""


def main() -> None:
    """All of them, anew."""
    OUT.mkdir(exist_ok=True)
    han = "".join(sorted(sign for sign in written() if sign not in LATIN + SIGNS + ARROWS))
    with tempfile.TemporaryDirectory() as place:
        latin = package(ARCHIVO, Path(place) / "latin")
        cut(with_all_signs(latin / "files/archivo-latin-wdth-normal.woff2"), "latin", LATIN)
        (OUT / "OFL-latin.txt").write_bytes((latin / "LICENSE").read_bytes())
        for name, (source, file, signs) in SIGNED.items():
            found = package(source, Path(place) / name)
            cut(found / f"files/{file}.woff2", name, signs)
            (OUT / f"OFL-{name}.txt").write_bytes((found / "LICENSE").read_bytes())
    (OUT / "OFL-han.txt").write_bytes(HAN_LICENCE.read_bytes())
    HAN_SIGNS.write_text(han + "\n", encoding="utf-8")
    for weight in ("Regular", "Bold"):
        cut(HAN / f"NotoSansCJK-{weight}.ttc", f"han-{weight.lower()}", han, f"--font-number={SIMPLIFIED}")
    for made in sorted(OUT.iterdir()):
        print(f"{made.stat().st_size:8} {made.name}")


def package(name: str, place: Path) -> Path:
    """What an npm package holds."""
    place.mkdir()
    subprocess.run(["npm", "pack", "--silent", name], cwd=place, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(place.glob("*.tgz"))) as packed:
        packed.extractall(place, filter="data")
    return place / "package"


def with_all_signs(source: Path) -> Path:
    """The same font, in which a sign that it lacks has the shape of one that it has."""
    with TTFont(source, recalcTimestamp=False) as font:
        for table in font["cmap"].tables:
            if table.isUnicode():
                shapes = {sign: table.cmap[like] for sign, like in DRAWN_AS.items() if like in table.cmap}
                table.cmap = shapes | table.cmap
        whole = source.with_name(f"whole-{source.name}")
        font.save(whole)
    return whole


def cut(source: Path, name: str, signs: str, *more: str) -> None:
    """Of a font, these signs alone, as a file for browsers."""
    words = [f"--text={signs}", "--flavor=woff2", f"--layout-features={KEPT}", "--desubroutinize", "--no-hinting"]
    made = f"--output-file={OUT / name}.woff2"
    subprocess.run([sys.executable, "-m", "fontTools.subset", str(source), *words, *more, made], check=True)


if __name__ == "__main__":
    main()
