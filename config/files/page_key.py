"""The key of this machine's pages: who has it may open them, and nobody else who is on the machine.

Loopback keeps other machines out, not the other users of this one. The key lies in a file that only its owner reads; a
browser is given it once, in the address, and keeps it as a cookie.
"""

import argparse
import hmac
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

from config.files.reading import BadFile
from config.files.secrets import handed_over, new_secret, read_secret, write_secret

LENGTH = 32
NAME = "page.key_secret"
"""As systemd hands it over."""
ASKED = "key"


def read_page_key(path: str | None) -> str | None:
    """The key in this file; without a file the one that systemd hands over, if it does."""
    if path is None and handed_over(Path(NAME)) == Path(NAME):
        return None
    return read_secret(Path(path or NAME), LENGTH).hex()


def new_page_key() -> str:
    """One that no file has."""
    return new_secret(LENGTH).hex()


def write_page_key(path: Path) -> None:
    """A new one."""
    write_secret(path, new_page_key().encode())


def address(port: int, key: str) -> str:
    """Where a browser opens the page for the first time."""
    return f"http://127.0.0.1:{port}/?{ASKED}={key}"


def is_given(target: str, key: str) -> bool:
    """Whether the key stands in what is asked for."""
    return any(_same(given, key) for given in parse_qs(urlsplit(target).query).get(ASKED, []))


def without_key(target: str) -> str:
    """The same without it, on this machine."""
    asked = urlsplit(target)
    rest = [pair for pair in parse_qsl(asked.query) if pair[0] != ASKED]
    return urlunsplit(("", "", "/" + asked.path.lstrip("/"), urlencode(rest), ""))


def is_held(port: int, cookies: str, key: str) -> bool:
    """Whether the key is among the cookies that came along."""
    try:
        found = SimpleCookie(cookies).get(_cookie(port))
    except CookieError:
        return False
    return found is not None and _same(found.value, key)


def to_hold(port: int, key: str) -> str:
    """The cookie for a browser: no script reads it, and no page from elsewhere makes the browser send it along."""
    return f"{_cookie(port)}={key}; Path=/; HttpOnly; SameSite=Lax"


def holding(port: int, key: str) -> dict[str, str]:
    """The header of who holds it."""
    return {"Cookie": f"{_cookie(port)}={key}"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of `boxcars keys pages`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the new key file; it must not exist")


def run(options: argparse.Namespace) -> int:
    """Make one."""
    try:
        write_page_key(options.file)
    except BadFile as error:
        print(f"boxcars: {error}")
        return 2
    print(f"{options.file}: the key of this machine's pages, readable by its owner alone")
    return 0


def _cookie(port: int) -> str:
    """Browsers keep cookies by name of machine, not by port."""
    return f"boxcars-{port}"


def _same(given: str, key: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), key.encode())
