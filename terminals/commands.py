"""`boxcars terminal`, `boxcars display` and `boxcars operator`: the screens' processes."""

import argparse
import asyncio
import sys
from pathlib import Path

from config.files.page_key import address, new_page_key, read_page_key
from config.files.reading import BadFile
from config.process.logs import set_up_logging
from config.screens import PeerKeys, ScreenSettings, read_keys, read_screens

USAGE_ERROR = 2
FIRST_PORT = 8100
"""Of the display; a terminal's is this and its seat."""
MENU_PORT = 8099


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command line; which screen it is, the sub-command says."""
    screen = parser.prog.rpartition(" ")[2]
    parser.set_defaults(screen=screen)
    parser.add_argument("--config", type=Path, required=True, metavar="FILE", help="the settings of the screens")
    usual = {"display": f"{FIRST_PORT}", "terminal": f"{FIRST_PORT} + seat", "operator": f"{MENU_PORT}"}[screen]
    where = f"where the page is served, on loopback; default {usual}"
    parser.add_argument("--port", type=int, metavar="N", help=where)
    if screen == "terminal":
        parser.add_argument("--seat", type=int, required=True, metavar="N", help="the seat that is played here")


def run(options: argparse.Namespace) -> int:
    """Until stopped."""
    try:
        settings = read_screens(options.config)
        keys = read_keys(Path(settings.key_file)) if settings.key_file else None
        page_key = read_page_key(settings.page_key)
    except BadFile as error:
        return _fail(str(error))
    if options.port is None:
        options.port = MENU_PORT if options.screen == "operator" else FIRST_PORT + getattr(options, "seat", 0)
    if page_key is None:
        page_key = new_page_key()
        print(f"boxcars: no page_key is set; until this ends, open {address(options.port, page_key)}", file=sys.stderr)
    set_up_logging(f"terminal-{options.seat}" if options.screen == "terminal" else options.screen)
    try:
        asyncio.run(_serve(options, settings, keys, page_key))
    except OSError as error:
        return _fail(f"the page cannot be served at port {options.port}: {error.strerror or error}")
    return 0


async def _serve(options: argparse.Namespace, settings: ScreenSettings, keys: PeerKeys | None, page_key: str) -> None:
    """Each screen loads only what it needs."""
    if options.screen == "display":
        from terminals.display.process import Display

        await Display(settings, keys, page_key).run(options.port)
    elif options.screen == "operator":
        from terminals.menu.process import Menu

        await Menu(settings, keys, page_key).run(options.port)
    else:
        from terminals.player.process import Terminal

        await Terminal(settings, options.seat, keys, page_key).run(options.port)


def _fail(message: str) -> int:
    print(f"boxcars: {message}", file=sys.stderr)
    return USAGE_ERROR
