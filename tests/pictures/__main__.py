"""`python -m tests.pictures [--out DIR]`: every scene of the screens, in every size, book and language, as PNG files.

Beside them `faults.txt`: what was measured and is not as promised. Nothing here judges beauty; that is for who looks.

`--seed S`: only some, drawn by that word, unmeasured; beside each what the controller says of that moment, for a person
who writes down what the picture claims and then compares.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.cabinet import Cabinet, cabinet
from tests.browser.measuring import SIZES, SPOKEN, Looks, look, resize
from tests.browser.scenes import Play
from tests.conftest import CHROMIUM, FLAGS
from tests.pictures import host
from tests.pictures.cash import Scenes

OTHERS = [("mbs_v3", "en"), ("maryland", "es"), ("american", "fr"), ("crapless", "zh")]
TURNS = [("electronic", language) for language in SPOKEN] + OTHERS
"""The book that has everything in every language; the others once, each in another."""
CREDITS = 200_000
NARROW = (1024, 768)
"""The smallest screen; there the halves of a number are narrower than a finger's 48 pixels, and said so."""
ATTRACTS_AFTER_MS = 16_000
DRAWN_OF_256 = 13
"""One of twenty, where only some are drawn: some ten of one book in each language."""
JUDGES = (Looks.faint, Looks.cut_off, Looks.small_targets, Looks.covered, Looks.unnamed)


class Album:
    """Where pictures and faults are kept."""

    def __init__(self, out: Path, seed: str | None = None) -> None:
        self._out, self._seed = out, seed
        self.here: Cabinet | None = None
        self.pictures = 0
        self.faults: list[str] = []
        out.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        """The page in each size."""
        for width, height in (*SIZES, NARROW):
            picture = f"{name}-{width}x{height}"
            if self._seed is not None and not self._drawn(picture):
                continue
            resize(page, (width, height))
            page.screenshot(path=str(self._out / f"{picture}.png"))
            self.pictures += 1
            if self._seed is not None:
                self._facts(picture)
                continue
            looks = look(page, f"{name} {width}x{height}")
            self.faults += [f"{judge.__name__}: {fault}" for judge in JUDGES for fault in judge(looks)]
        resize(page, SIZES[0])

    def _drawn(self, picture: str) -> bool:
        return sha256(f"{self._seed} {picture}".encode()).digest()[0] < DRAWN_OF_256

    def _facts(self, picture: str) -> None:
        """What the controller says, while it answers."""
        if self.here is None:
            return
        try:
            facts = self.here.attendant.table()
        except Exception as none:  # a scene in which it is dead, or stands still
            facts = {"no answer": repr(none)}
        (self._out / f"{picture}.json").write_text(json.dumps(facts, indent=1, default=str))

    def close(self) -> Path:
        """The faults, in a file of their own."""
        (self._out / "faults.txt").write_text("\n".join(self.faults) + "\n")
        return self._out


def main() -> None:
    """All of them, or those of one book."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description="Pictures of the screens.")
    parser.add_argument("--out", type=Path, default=Path("var/pictures"), help="default: var/pictures")
    parser.add_argument("--book", help="of this book alone")
    parser.add_argument("--cash", action="store_true", help="of notes and tickets alone")
    parser.add_argument("--language", choices=SPOKEN, help="in this language alone")
    parser.add_argument("--seed", help="draw some by this word, with what the controller says of them")
    options = parser.parse_args()
    album = Album(options.out, options.seed)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        try:
            for book, language in TURNS:
                if options.book in (None, book) and options.language in (None, language):
                    if book == TURNS[0][0]:
                        _cash(browser, album, language)
                        _host(browser, album, language)
                    if options.cash:
                        continue
                    with (
                        tempfile.TemporaryDirectory() as place,
                        cabinet(Path(place), book=book, credits=CREDITS, cash=True) as here,
                    ):
                        _turn(browser, here, album, f"{book}-{language}", language)
        finally:
            print(f"{album.pictures} pictures and {len(album.faults)} faults in {album.close()}")
            browser.close()


def _cash(browser: Browser, album: Album, language: str) -> None:
    """On a cabinet of its own, whose players have nothing but what is in their wallets."""
    with tempfile.TemporaryDirectory() as place, cabinet(Path(place), credits=0, cash=True) as here:
        scenes = Scenes(browser, here, language)
        album.here = here
        for scene, page in scenes.all():
            print(f"  cash-{language}: {scene}", flush=True)
            album.take(page, f"cash-{language}-{scene}")
        scenes.close()


def _host(browser: Browser, album: Album, language: str) -> None:
    """On a cabinet whose seats have an address on a casino's line."""
    album.here = None
    for scene, page in host.scenes(browser, language):
        print(f"  host-{language}: {scene}", flush=True)
        album.take(page, f"host-{language}-{scene}")


def _turn(browser: Browser, here: Cabinet, album: Album, name: str, language: str) -> None:
    play = Play(browser, here, language)
    album.here = here
    album.take(play.display, f"{name}-display-welcome")
    play.display.wait_for_timeout(ATTRACTS_AFTER_MS)
    album.take(play.display, f"{name}-display-attract")
    for scene in chain(_hot(play, language), play.scenes()):
        print(f"  {name}: {scene}", flush=True)
        album.take(play.page, f"{name}-{scene}")
        album.take(play.display, f"{name}-display-{scene}")
    play.close()


def _hot(play: Play, language: str) -> Iterator[str]:
    if play.has("hot_shooter") and language == SPOKEN[0]:
        yield from play.hot_hand()


if __name__ == "__main__":
    main()
