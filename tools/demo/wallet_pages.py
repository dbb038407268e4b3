"""The wallet's pages, one for each seat: their files, the pictures of papers, and what they may ask for."""

import json
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

from config.text.languages import languages
from tools.demo.cash import NOTES
from tools.demo.serving import JSON, SCRIPTED, SVG, TYPES, Reply, no
from tools.demo.wallet import ACTS, CannotDo, Wallet

FOLDER = Path(__file__).parent / "page"
PREFIX = "/wallet/"
NOTHING = no(HTTPStatus.NOT_FOUND, "there is no such thing in this wallet")


def words() -> dict[str, dict[str, str]]:
    """What the page says, in each language that the screens speak and that it has words in, the reference first."""
    files = {code: FOLDER / "words" / f"{code}.json" for code in languages()}
    return {code: json.loads(file.read_text(encoding="utf-8")) for code, file in files.items() if file.exists()}


class WalletPages:
    """Whoever asks has shown the key already."""

    def __init__(self, wallet: Wallet) -> None:
        self._wallet = wallet
        self._files = {path.name: path for path in FOLDER.iterdir() if path.suffix in TYPES}

    def get(self, path: str) -> Reply:
        """`SEAT`, `SEAT/seen`, `SEAT/papers/FILE`, `words`, or a file of the page."""
        match path.split("/"):
            case [name] if name in self._files:
                return self._file(name)
            case ["words"]:
                return Reply(json.dumps(words()).encode(), JSON)
            case [seat, *rest] if self._has(seat):
                return self._of_seat(int(seat), rest)
            case _:
                return NOTHING

    def post(self, path: str) -> Reply:
        """`SEAT/note/VALUE`, `SEAT/ticket/PRINTER/FILE`, `SEAT/do/ACT`; refused with the unit's own words."""
        try:
            match path.split("/"):
                case [seat, "note", value] if self._has(seat) and value in map(str, NOTES):
                    self._wallet.note(int(seat), int(value))
                case [seat, "ticket", printer, file] if self._has(seat) and self._has(printer):
                    self._wallet.ticket(int(seat), int(printer), file)
                case [seat, "do", act] if self._has(seat) and act in ACTS:
                    self._wallet.do(int(seat), act)
                case _:
                    return NOTHING
        except CannotDo as error:
            return no(HTTPStatus.CONFLICT, str(error))
        return Reply(b"{}", JSON)

    def _of_seat(self, seat: int, rest: Sequence[str]) -> Reply:
        match rest:
            case []:
                return self._file("wallet.html")
            case ["seen"]:
                return Reply(json.dumps(self._wallet.seen(seat)).encode(), JSON)
            case ["papers", file]:
                picture = self._wallet.picture(seat, file)
                return NOTHING if picture is None else Reply(picture.encode(), SVG, policy=SCRIPTED)
            case _:
                return NOTHING

    def _file(self, name: str) -> Reply:
        path = self._files[name]
        return Reply(path.read_bytes(), TYPES[path.suffix], policy=SCRIPTED)

    def _has(self, seat: str) -> bool:
        return seat in map(str, self._wallet.seats)
