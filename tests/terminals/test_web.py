"""The page's end of a screen: for its own kiosk alone, bounded, and never more than its files."""

import asyncio
import json
import resource
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError
from yarl import URL

from config.files.page_key import address, holding
from terminals.common import callers
from terminals.common.web import COMMON, LARGEST_SAID, MOST_PAGES, MOST_WAITING, SAID_A_SECOND, Page, Screen
from terminals.display.process import FOLDER as DISPLAY
from terminals.player.process import FOLDER as PLAYER
from tests.drivers.machines import PATIENCE

KEY = "ab" * 32


class Served:
    """A screen that is being served, and what its pages have said."""

    def __init__(self, folder: Path, sounds: str | None = None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.screen = Screen(folder, KEY, lambda: [{"kind": "hello"}], self._hear, sounds=sounds)
        self.port = 0

    async def _hear(self, page: Page, said: dict[str, Any]) -> None:
        self.heard.append(said)
        page.tell({"kind": "heard"})

    @property
    def here(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def page(self, client: ClientSession, origin: str | None = None) -> AsyncIterator[ClientWebSocketResponse]:
        async with client.ws_connect(f"{self.here}/ws", headers={"Origin": origin or self.here}) as opened:
            assert (await opened.receive_json(timeout=PATIENCE))["kind"] == "hello"
            yield opened


def served(
    test: Callable[[Served, ClientSession], Awaitable[None]], folder: Path = PLAYER, sounds: str | None = None
) -> None:
    """Run a test against a screen on a port of its own."""

    async def run() -> None:
        here = Served(folder, sounds)
        here.port = await here.screen.serve(0)
        try:
            async with ClientSession(headers=holding(here.port, KEY)) as client:
                await test(here, client)
        finally:
            await here.screen.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


async def ended(page: ClientWebSocketResponse) -> int | None:
    """The code with which a page's line was closed."""
    while (await page.receive(timeout=PATIENCE)).type is WSMsgType.TEXT:
        pass
    return page.close_code


@pytest.mark.parametrize("path", ["/", "/main.js", "/words/zh.json", "/base.css", "/nothing", "/favicon.ico"])
def test_every_answer_carries_a_strict_policy(path: str) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with client.get(here.here + path) as got:
            policy = got.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'")
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert got.headers["X-Content-Type-Options"] == "nosniff"

    served(test)


def test_no_screen_hides_a_part_that_all_screens_share() -> None:
    """A page's own folder is looked in first, so a file of the same name would stand in for the shared one."""
    shared = {path.name for path in COMMON.glob("*.js")}
    for screen in ("player", "display", "menu"):
        own = {path.name for path in (COMMON.parents[1] / screen / "page").glob("*.js")}
        assert own & shared == set(), screen


@pytest.mark.parametrize("folder", [PLAYER, DISPLAY], ids=["player", "display"])
def test_a_page_needs_nothing_from_elsewhere_and_holds_no_script_or_style_of_its_own(folder: Path) -> None:
    for path in [*folder.rglob("*"), *COMMON.rglob("*")]:
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text, path
            assert "https://" not in text, path
            assert "@import" not in text, path
        if path.suffix == ".html":
            text = path.read_text()
            assert "<style" not in text
            assert " style=" not in text
            assert " onclick=" not in text


def test_a_house_puts_sounds_of_its_own_in_place_of_ours_and_nothing_else(tmp_path: Path) -> None:
    own = tmp_path / "voice" / "en" / "seven_out.ogg"
    own.parent.mkdir(parents=True)
    own.write_bytes(b"recorded")
    (tmp_path / "main.js").write_text("alert(1)")

    async def test(here: Served, client: ClientSession) -> None:
        async with client.get(f"{here.here}/voice/en/seven_out.ogg") as answer:
            assert (await answer.read(), answer.headers["Content-Type"]) == (b"recorded", "audio/ogg")
        async with client.get(f"{here.here}/voice/en/yo.ogg") as answer:
            assert await answer.read() == (COMMON / "voice" / "en" / "yo.ogg").read_bytes()
        async with client.get(f"{here.here}/main.js") as answer:
            assert "alert(1)" not in await answer.text()

    served(test, sounds=str(tmp_path))


@pytest.mark.parametrize(
    "path", ["/../process.py", "/%2e%2e/process.py", "/..%2fprocess.py", "//etc/passwd", "/words/../../seat.py", "/."]
)
def test_nothing_outside_the_pages_folders_is_served(path: str) -> None:
    async def test(here: Served, _: ClientSession) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        cookie = holding(here.port, KEY)["Cookie"]
        host = f"Host: 127.0.0.1:{here.port}\r\nCookie: {cookie}\r\nConnection: close"
        writer.write(f"GET {path} HTTP/1.1\r\n{host}\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        assert answer.split()[1] == b"404", answer[:80]

    served(test)


@pytest.mark.parametrize(
    "path",
    ["/%00", "/index.html%00", "/" + "x" * 4000 + ".js", "/a/" * 1000, "/main.js/", "/words/..%2fmain.js", "/%C3%A9"],
)
def test_a_name_that_no_file_has_is_no_failure_and_is_not_kept(path: str) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with client.get(URL(here.here + path, encoded=True)) as got:
            assert got.status == 404, got.status
        assert here.screen._files == {}

    served(test)


def test_what_is_no_http_ends_its_connection_and_leaves_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        for garbage in (b"\0\0\0\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(garbage)
            await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        async with client.get(here.here) as got:
            assert got.status == 200

    served(test)
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    assert (said.out + said.err).count("could not be answered") <= 1


def test_half_a_request_is_not_waited_for_and_many_do_not_shut_the_kiosk_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "ASKS_WITHIN", 0.5)
    monkeypatch.setattr(callers, "LOOK_EVERY", 0.1)

    async def test(here: Served, client: ClientSession) -> None:
        async with here.page(client) as page:
            halves = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(3 * callers.MOST_CALLERS)]
            for _, writer in halves:
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0")
            async with client.get(here.here) as got:
                assert got.status == 200
            for reader, writer in halves:
                with suppress(ConnectionError):
                    assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
                writer.close()
            await page.send_str('{"kind": "help"}')
            assert (await page.receive_json(timeout=PATIENCE)) == {"kind": "heard"}

    served(test)


def test_connections_that_come_all_at_once_are_let_go_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop takes a hundred before it hears of the first: none may be forgotten that is put out so early."""
    monkeypatch.setattr(callers, "ASKS_WITHIN", 0.5)
    monkeypatch.setattr(callers, "LOOK_EVERY", 0.1)

    async def test(here: Served, client: ClientSession) -> None:
        silent = []
        for _ in range(5):
            silent += [socket.create_connection(("127.0.0.1", here.port), PATIENCE) for _ in range(90)]
            async with client.get(here.here) as got:
                assert got.status == 200
        for one in silent:
            with one, suppress(ConnectionError):
                assert await asyncio.to_thread(one.recv, 1) == b""

    served(test)


@contextmanager
def without_descriptors(here: Served) -> Iterator[None]:
    """Forty callers, and no descriptor left to take most of them."""
    held = [socket.create_connection(("127.0.0.1", here.port), PATIENCE) for _ in range(40)]
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(one.fileno() for one in held) + 5, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for one in held:
            one.close()


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "asyncio"]


def test_a_screen_out_of_descriptors_says_so_once_and_serves_again_when_it_has_some(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        with without_descriptors(here):
            await asyncio.sleep(2.5)  # the loop tries again each second
        async with client.get(here.here) as got:
            assert got.status == 200

    served(test)
    said = "".join(capsys.readouterr())
    assert said.count("could not be taken") == 1
    assert "Traceback" not in said
    assert complaints(caplog) == []


def test_a_screen_that_is_closed_before_the_loop_tries_again_complains_of_nothing(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: Served, _: ClientSession) -> None:
        with without_descriptors(here):
            while "could not be taken" not in capsys.readouterr().out:
                await asyncio.sleep(0.01)
        await here.screen.close()
        await asyncio.sleep(1.5)

    served(test)
    assert complaints(caplog) == []


@pytest.mark.parametrize("name", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1.evil:{port}", ""])
def test_who_asks_by_another_name_is_refused(name: str) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        host = name.format(port=here.port)
        async with client.get(here.here, headers={"Host": host}) as got:
            assert got.status == 403
        with pytest.raises(WSServerHandshakeError) as refused:
            await client.ws_connect(f"{here.here}/ws", headers={"Host": host, "Origin": here.here})
        assert refused.value.status == 403

    served(test)


@pytest.mark.parametrize("held", [{}, {"Cookie": "boxcars"}, holding(1, KEY), {"Cookie": '=;;[]="'}])
def test_another_user_of_the_machine_opens_no_page_and_no_line(held: dict[str, str]) -> None:
    async def test(here: Served, _: ClientSession) -> None:
        async with ClientSession(headers=held) as client:
            wrong = holding(here.port, "00" * 32)
            for path in ("/", "/main.js", "/pages", "/favicon.ico", f"/?key={'00' * 32}", "/?key=", "/?key=%FF"):
                for more in ({}, wrong):
                    async with client.get(here.here + path, headers=more, allow_redirects=False) as got:
                        assert got.status == 403, (path, got.status)
            with pytest.raises(WSServerHandshakeError) as refused:
                await client.ws_connect(f"{here.here}/ws", headers={"Origin": here.here})
            assert refused.value.status == 403
        assert here.heard == []

    served(test)


def test_a_browser_is_given_the_key_once_and_then_holds_it() -> None:
    async def test(here: Served, _: ClientSession) -> None:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
            async with browser.get(address(here.port, KEY) + "&language=es") as got:
                assert got.status == 200
                assert str(got.url) == here.here + "/?language=es"
                cookie = got.history[0].headers["Set-Cookie"]
                assert "HttpOnly" in cookie
                assert "SameSite=Lax" in cookie
            async with browser.get(here.here + "/main.js") as got:
                assert got.status == 200
            async with here.page(browser):
                pass

    served(test)


def test_the_way_in_leads_nowhere_else() -> None:
    async def test(here: Served, client: ClientSession) -> None:
        for path in (f"//evil.example/?key={KEY}", f"/%5Cevil.example?key={KEY}"):
            async with client.get(URL(here.here + path, encoded=True), allow_redirects=False) as got:
                assert got.status == 303
                assert got.headers["Location"].startswith("/")
                assert not got.headers["Location"].startswith(("//", "/\\"))

    served(test)


def test_the_kiosk_may_call_it_localhost() -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with client.get(here.here, headers={"Host": f"localhost:{here.port}"}) as got:
            assert got.status == 200

    served(test)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "null", "file://", "127.0.0.1:{port}"],
)
def test_a_line_that_another_page_opens_is_refused(origin: str) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        with pytest.raises(WSServerHandshakeError) as refused:
            await client.ws_connect(f"{here.here}/ws", headers={"Origin": origin.format(port=here.port)})
        assert refused.value.status == 403
        with pytest.raises(WSServerHandshakeError):
            await client.ws_connect(f"{here.here}/ws")  # and one that says nothing of where it comes from

    served(test)


def test_it_listens_on_loopback_alone() -> None:
    async def test(here: Served, _: ClientSession) -> None:
        elsewhere = socket.gethostbyname(socket.gethostname())
        for other in {elsewhere, "127.0.0.2"} - {"127.0.0.1"}:
            with socket.socket() as probe:
                assert probe.connect_ex((other, here.port)) != 0, other

    served(test)


def test_what_a_page_says_is_heard_and_no_more_pages_than_a_kiosk_has_are_let_in() -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with here.page(client) as first, here.page(client), here.page(client), here.page(client):
            assert MOST_PAGES == 4
            with pytest.raises(WSServerHandshakeError) as refused:
                await client.ws_connect(f"{here.here}/ws", headers={"Origin": here.here})
            assert refused.value.status == 503
            await first.send_str('{"kind": "help"}')
            assert (await first.receive_json(timeout=PATIENCE)) == {"kind": "heard"}
        assert here.heard == [{"kind": "help"}]

    served(test)


@pytest.mark.parametrize(
    "garbage",
    [
        *("", "not json", "[1]", "7", "null", "[" * 8000, '{"a":' * 1500, '"' + "x" * 8000 + '"', "9" * 8000),
        *(r'{"tag": "\ud800"}', r'{"\udfff": 1}', '{"tag": NaN}', '{"tag": 1e400}', '{"tag": -Infinity}'),
    ],
)
def test_garbage_is_dropped_and_the_page_goes_on(garbage: str) -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with here.page(client) as page:
            await page.send_str(garbage)
            await page.send_str('{"kind": "help"}')
            assert (await page.receive_json(timeout=PATIENCE)) == {"kind": "heard"}
        assert here.heard == [{"kind": "help"}]

    served(test)


def test_a_message_that_is_too_long_or_is_no_text_ends_the_line() -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with here.page(client) as page:
            await page.send_str(json.dumps({"kind": "x" * LARGEST_SAID}))
            assert await ended(page) is not None
        async with here.page(client) as page:
            await page.send_bytes(b'{"kind": "help"}')
            assert await ended(page) == 1008
        assert here.heard == []

    served(test)


def test_a_page_that_floods_is_let_go_and_may_come_back() -> None:
    async def test(here: Served, client: ClientSession) -> None:
        async with here.page(client) as page:
            for _ in range(3 * SAID_A_SECOND):
                await page.send_str('{"kind": "help"}')
            assert await ended(page) == 1008
        assert len(here.heard) <= 2 * SAID_A_SECOND
        async with here.page(client):
            pass

    served(test)


def test_what_waits_for_a_page_that_does_not_read_is_bounded() -> None:
    page = Page()
    for number in range(10 * MOST_WAITING):
        page.tell({"kind": "table", "n": number})
    assert page.waiting.qsize() <= MOST_WAITING
    assert page.waiting.get_nowait() is None  # it is let go, and comes back for the whole truth


def test_what_is_to_be_done_once_is_told_to_the_page_that_came_last() -> None:
    async def nothing(page: Page, said: dict[str, Any]) -> None:
        raise AssertionError(f"{page} said {said}")

    screen, first, second = Screen(PLAYER, KEY, list, nothing), Page(), Page()
    screen.tell_one({"kind": "press"})  # nobody is there
    screen._pages = {first: None, second: None}
    screen.tell_one({"kind": "press"})
    assert (first.waiting.qsize(), second.waiting.qsize()) == (0, 1)
    del screen._pages[second]
    screen.tell_one({"kind": "press"})
    assert first.waiting.qsize() == 1
