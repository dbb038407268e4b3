"""A page names all its modules at its head, so that the browser asks for them at once."""

from pathlib import Path

import pytest

import terminals
from terminals.common.preloading import preloaded

ROOT = Path(terminals.__file__).parent
COMMON = ROOT / "common" / "page"
FILES = {
    "main.js": b'import { a } from "./a.js";\nimport {\n  b,\n} from "./in/b.js";\nimport("./later.js");\n',
    "a.js": b'export * from "./in/b.js";\nimport "./main.js";\n',
    "in/b.js": b'import { c } from "../c.js";\n/** @type {import("./never.js").X} */\nconst text = "from elsewhere";\n',
    "c.js": b"",
}


def test_every_module_that_is_imported_in_whatever_depth_is_named_once() -> None:
    page = preloaded(b'<head>\n<script type="module" src="main.js"></script>\n</head>', FILES.get).decode()
    assert page.count("modulepreload") == len(FILES)
    for name in FILES:
        assert f'<link rel="modulepreload" href="{name}">\n' in page
    assert page.endswith("</head>")


def test_a_page_without_modules_is_left_as_it_is() -> None:
    assert preloaded(b"<head></head>", FILES.get) == b"<head></head>"


@pytest.mark.parametrize("screen", ["player", "display", "menu"])
def test_what_our_pages_name_is_there(screen: str) -> None:
    folders = (ROOT / screen / "page", COMMON)

    def read(name: str) -> bytes | None:
        return next((path.read_bytes() for folder in folders if (path := folder / name).is_file()), None)

    page = preloaded(read("index.html") or b"", read).decode()
    named = [line.split('"')[3] for line in page.splitlines() if "modulepreload" in line]
    assert len(named) > 20
    assert [name for name in named if read(name) is None] == []
