"""A page names all its modules at its head, so that the browser asks for them at once."""

import re
from pathlib import Path

import pytest

import terminals
from terminals.common.preloading import preloaded, styled

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


def test_a_page_asks_for_one_sheet_of_style_in_place_of_all_that_it_names() -> None:
    head = b'<head>\n<link rel="stylesheet" href="a.css">\n<link rel="stylesheet" href="in/b.css">\n</head>'
    assert styled(head) == (b'<head>\n<link rel="stylesheet" href="all.css">\n</head>', ("a.css", "in/b.css"))
    assert styled(b"<head></head>") == (b"<head></head>", ())


@pytest.mark.parametrize("screen", ["player", "display", "menu"])
def test_of_the_sheets_of_our_pages_only_those_beside_the_page_name_other_files(screen: str) -> None:
    """They are served as one that stands beside the page."""
    folders = (ROOT / screen / "page", COMMON)
    page, names = styled((folders[0] / "index.html").read_bytes())
    assert len(names) > 5
    assert page.count(b"stylesheet") == 1
    for name in names:
        if name == "house.css":  # whose colours are worn is known where it is served
            continue
        sheet = next((folder / name).read_text() for folder in folders if (folder / name).is_file())
        assert not re.search("@(import|charset)", sheet), name
        assert "/" not in name or "url(" not in sheet, name
