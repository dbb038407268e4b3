"""The wallet beside the demo: what a person holds follows from printers and acceptors alone."""

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from config.text.languages import REFERENCE, languages
from tools.demo.cash import BILLS, TICKETS, SeatCash, papers
from tools.demo.wallet import ACTS, CannotDo, Wallet
from tools.demo.wallet_pages import FOLDER, WalletPages, words
from tools.emulators.common.control import Answer, ControlServer
from tools.emulators.printer.paper.tray import Tray
from tools.emulators.printer.wire import HAND_PAY, TICKET, Job

FIRST, SECOND = "000001000001712345", "000001000001887654"
TEXTS = ["The House", "12 Ferry Street", "A-0107", "$", "dollar", "dollars"]


class Seat:
    """What the two units of a seat say of themselves, and what they were ordered."""

    def __init__(self) -> None:
        self.shows: dict[str, dict[str, Any]] = {BILLS: {"up": True, "box": [], "taken": []}, TICKETS: {"bezel": False}}
        self.orders: list[list[str]] = []

    def obey(self, kind: str, words: list[str]) -> Answer:
        if words == ["show"]:
            return {"ok": True, **self.shows[kind]}
        self.orders.append([kind, *words])
        return {"ok": words[0] != "jam", "error": "nothing to jam"}


@contextmanager
def _answering(seat: Seat, kind: str, path: Path) -> Iterator[None]:
    server, over = ControlServer(path), threading.Event()

    def serve() -> None:
        while not over.is_set():
            server.turn(lambda words: seat.obey(kind, words))

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        server.close()


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[dict[int, Seat]]:
    """Two seats whose units answer."""
    with ExitStack() as stack:
        found = {1: Seat(), 2: Seat()}
        for number, seat in found.items():
            for kind in (BILLS, TICKETS):
                stack.enter_context(_answering(seat, kind, SeatCash(number, tmp_path).control(kind)))
        yield found


@pytest.fixture
def wallet(tmp_path: Path, seats: dict[int, Seat]) -> Wallet:
    return Wallet(tmp_path, [SeatCash(number, tmp_path) for number in seats])


def printed(tmp_path: Path, seat: int, digits: str, part: float = 1.0, template: int = TICKET) -> None:
    """A paper comes out of the printer of this seat."""
    job = Job(
        number=int(digits) % 1000,
        template=template,
        amount=4000,
        exponent=2,
        language="en",
        digits=digits,
        time=1_795_000_000 + int(digits) % 7,
        zone=0,
        days=30,
        sequence=17,
        demo=True,
    )
    Tray(papers(tmp_path, seat)).lay(job, TEXTS, part)


def held(wallet: Wallet, seat: int = 1) -> list[str]:
    return [paper["digits"] for paper in wallet.seen(seat)["held"]]


def test_a_ticket_is_in_the_hand_from_the_bezel_to_an_acceptor_whichever_seat_it_is_at(
    tmp_path: Path, seats: dict[int, Seat], wallet: Wallet
) -> None:
    printed(tmp_path, 1, FIRST)
    seats[1].shows[TICKETS]["bezel"] = True
    assert held(wallet) == []
    assert wallet.seen(1)["bezel"]["digits"] == FIRST
    assert wallet.seen(2)["bezel"] is None
    seats[1].shows[TICKETS]["bezel"] = False
    assert held(wallet, 2) == [FIRST]
    seats[2].shows[BILLS]["paper"] = FIRST
    assert held(wallet) == []
    seats[2].shows[BILLS] |= {"paper": None, "box": ["US20", FIRST[::-1]]}  # read from its other end
    assert held(wallet) == []
    seats[2].shows[BILLS] |= {"box": [], "taken": ["US20", FIRST]}
    assert held(wallet) == []
    printed(tmp_path, 2, FIRST)  # what must never be: a second paper of one number is in the hand all the same
    assert held(wallet) == [FIRST]


def test_a_torn_ticket_goes_in_as_a_paper_that_no_reader_knows_and_a_slip_not_at_all(
    tmp_path: Path, seats: dict[int, Seat], wallet: Wallet
) -> None:
    printed(tmp_path, 1, FIRST, part=0.5)
    printed(tmp_path, 1, SECOND, template=HAND_PAY)
    torn, slip = sorted(wallet.seen(2)["held"], key=lambda paper: str(paper["template"]), reverse=True)
    wallet.ticket(2, 1, torn["file"])
    assert seats[2].orders == [[BILLS, "insert", "false"]]
    with pytest.raises(CannotDo, match="nobody holds"):
        wallet.ticket(2, 1, slip["file"])
    with pytest.raises(CannotDo, match="nobody holds"):
        wallet.ticket(2, 2, torn["file"])


def test_its_pages_put_in_what_there_is_and_say_why_a_unit_refuses(
    tmp_path: Path, seats: dict[int, Seat], wallet: Wallet
) -> None:
    pages = WalletPages(wallet)
    printed(tmp_path, 1, FIRST)
    file = wallet.seen(1)["held"][0]["file"]
    assert pages.post("1/note/20").status == pages.post(f"2/ticket/1/{file}").status == 200
    assert seats[1].orders == [[BILLS, "note", "20"]]
    assert seats[2].orders == [[BILLS, "ticket", FIRST]]
    refused = pages.post("1/do/jam")
    assert (refused.status, refused.body) == (409, b"nothing to jam")
    assert FIRST[-4:].encode() in pages.get(f"1/papers/{file}").body
    for path in ("1", "1/seen", "wallet.js", "wallet.css"):
        assert pages.get(path).status == 200
        assert "script-src 'self'" in pages.get(path).policy or path == "1/seen"
    for path in ("3", "1/papers/../../page.key", "1/papers/prints.txt", "../index.py", ""):
        assert pages.get(path).status == 404
    for path in ("1/note/3", "1/note/-1", "3/note/20", "1/do/anything", "1/ticket/3/1.svg", "1"):
        assert pages.post(path).status == 404


def test_the_page_says_everything_in_every_language_of_the_screens() -> None:
    spoken = words()
    reference = spoken[REFERENCE]
    assert {code: of.keys() for code, of in spoken.items()} == dict.fromkeys(languages(), reference.keys())
    filled = [[set(re.findall(r"{\w+}", of[key])) for of in spoken.values()] for key in reference]
    assert all(one == other for of_key in filled for one in of_key for other in of_key)
    page = (FOLDER / "wallet.html").read_text() + (FOLDER / "wallet.js").read_text()
    wanted = set(re.findall(r'(?:data-t="|[^\w]t\(")([\w.-]+)"', page)) | {
        f"do.{act}" for act in ACTS if act != "false"
    }
    assert wanted <= reference.keys()
    assert not re.search(r">[A-Za-z]{3,}", page.partition("<body>")[2].partition("</body>")[0]), (
        "words stand in the page"
    )
