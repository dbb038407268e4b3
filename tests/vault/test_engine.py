"""What makes another engine: what the source does, and nothing that only people read."""

from pathlib import Path

import pytest

from controller.vault import engine

SOURCE = '''"""What it is."""

from typing import NamedTuple

MOST = 3
"""The most."""


class Roll(NamedTuple):
    """A roll."""

    faces: tuple[int, ...]
    how: str | None = None  # nothing yet

    def total(self, *more: int, of: float = 1.5, **named: object) -> int:
        """Of all of them."""
        return sum(self.faces) + MOST


async def told(rolls: list[Roll], width: int = 4) -> dict[str, object]:
    kept = {**{"": rolls}, "how": f"{width!r:>{width}}" f"{width=}" "" f"{'a'}{width:,}"}
    match rolls:
        case [Roll(how=None), *_] if (first := rolls[0]) and b"x":
            return {**kept, "first": lambda *, one, two=...: (first, one, two, -1, 2j)}
        case _:
            return kept
'''
DIGEST = "393cead8f7094654155b15f3e55d239a64b3e7278fd6029562fdc93e41946be2"
"""Of that source; on every Python that runs us."""


def digest(source: str) -> str:
    return engine.syntax_digest({"roll.py": source.encode()})


def test_every_python_comes_to_the_same_digest() -> None:
    assert digest(SOURCE) == DIGEST


@pytest.mark.parametrize(
    "old, new",
    [
        ("  # nothing yet", ""),
        ('"""What it is."""', '"""Something else."""'),
        ('        """Of all of them."""\n', ""),
        ('"""The most."""\n', ""),
        ("\n\n\nclass", "\n\n# a roll\n\n\n\nclass"),
        ("(self.faces) + MOST", "(\n            self.faces\n        ) + MOST"),
    ],
)
def test_what_only_people_read_is_no_other_engine(old: str, new: str) -> None:
    assert old in SOURCE
    assert digest(SOURCE.replace(old, new)) == DIGEST


@pytest.mark.parametrize(
    "old, new",
    [
        ("+ MOST", "- MOST"),
        ("MOST = 3", "MOST = 4"),
        ("MOST = 3", 'MOST = "3"'),
        ("how: str | None = None", "how: str | None"),
        ("int = 4", "int = 4.0"),
        ("*, one, two=...", "one, *, two=..."),
        ("{**kept,", '{"": kept,'),
        ("-1, 2j", "1, 2j"),
        ("first := rolls[0]", "first := rolls[1]"),
    ],
)
def test_whatever_is_done_otherwise_is_another_engine(old: str, new: str) -> None:
    assert old in SOURCE
    assert digest(SOURCE.replace(old, new)) != DIGEST


def test_a_module_that_moved_is_another_engine() -> None:
    assert engine.syntax_digest({"rolls.py": SOURCE.encode()}) != DIGEST


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the digest is remembered."""
    monkeypatch.setattr(engine, "cache_from_source", lambda _: str(tmp_path / "compiled" / "engine.pyc"))
    return tmp_path / "compiled" / "engine.engine"


def remembered(source: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """The digest, and how often the syntax was looked at for it."""
    looked: list[object] = []
    worked_out = engine.syntax_digest

    def counted(sources: dict[str, bytes]) -> str:
        looked.append(sources)
        return worked_out(sources)

    with monkeypatch.context() as patch:
        patch.setattr(engine, "syntax_digest", counted)
        return engine.remembered_digest({"roll.py": source.encode()}), len(looked)


@pytest.mark.usefixtures("place")
def test_the_same_bytes_are_parsed_once_and_others_again(monkeypatch: pytest.MonkeyPatch) -> None:
    other = SOURCE.replace("+", "-")
    assert remembered(SOURCE, monkeypatch) == (DIGEST, 1)
    assert remembered(SOURCE, monkeypatch) == (DIGEST, 0)
    assert remembered(other, monkeypatch) == (digest(other), 1)


@pytest.mark.parametrize("text", ["", "half", f"{'0' * 64} {'1' * 64}\n", "\0\n\n\n", "a b c"])
def test_a_memory_that_is_of_other_bytes_or_torn_is_not_believed(
    place: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    place.parent.mkdir()
    place.write_text(text)
    assert remembered(SOURCE, monkeypatch) == (DIGEST, 1)


def test_where_nothing_can_be_remembered_the_digest_is_the_same(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.mkdir(parents=True)
    assert remembered(SOURCE, monkeypatch) == (DIGEST, 1)
    assert remembered(SOURCE, monkeypatch) == (DIGEST, 1)
