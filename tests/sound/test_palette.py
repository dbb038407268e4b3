"""The committed sounds: all there, small, and what the script makes."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from config.text.languages import languages
from tools.sound import making
from tools.sound.instruments import RATE, hertz
from tools.sound.making import SOUNDS, VOICE, WORDS, calls
from tools.sound.palette import HITS, PIECES, piece

LARGEST = 2_000_000
"""Bytes of all sounds and calls together."""
QUICK = ("chip", "tick", "refused", "land")


def files() -> Iterator[bytes]:
    return (file.read_bytes() for folder in (SOUNDS, VOICE) for file in folder.rglob("*.ogg"))


def test_every_piece_and_every_call_is_there_as_ogg_opus_and_all_of_them_are_small() -> None:
    assert {file.stem for file in SOUNDS.iterdir()} == set(PIECES)
    assert {folder.name for folder in VOICE.iterdir() if folder.is_dir()} == set(languages())
    for found in files():
        assert found.startswith(b"OggS")
        assert b"OpusHead" in found[:64]
    assert sum(map(len, files())) < LARGEST


def test_no_two_calls_of_a_language_are_the_same_recording() -> None:
    for language in languages():
        names = [name for name, _ in calls(json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8")))]
        assert len({sha256((VOICE / language / f"{name}.ogg").read_bytes()).digest() for name in names}) == len(names)


def test_the_calls_of_one_language_are_made_without_those_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []
    monkeypatch.setattr(making, "keep", lambda path, _sound, _kbps: made.append(path))
    monkeypatch.setattr(making, "spoken", lambda _speaker, _text: b"")
    monkeypatch.setattr("sys.argv", ["sound", "fr"])
    making.main()
    assert sorted(made) == sorted((VOICE / "fr").iterdir())


@pytest.mark.parametrize("name", QUICK)
def test_a_piece_is_the_same_each_time_never_clips_and_ends_without_a_click(name: str) -> None:
    one = piece(name)
    assert one == piece(name)
    assert max(map(abs, one)) == pytest.approx(PIECES[name][1])
    assert abs(one[0]) < 0.12
    assert abs(one[-1]) < 0.01


def test_dice_sound_when_they_touch_the_table() -> None:
    heard = piece("land")
    loud = [max(map(abs, heard[int(at * RATE) : int((at + 0.02) * RATE)])) for at in HITS]
    assert max(map(abs, heard[: int((HITS[0] - 0.005) * RATE)])) < 0.01
    assert all(one > other for one, other in pairwise(loud))


def test_notes_have_their_pitch() -> None:
    assert hertz("A4") == 440
    assert hertz("A5") == 880
    assert hertz("D4") == pytest.approx(293.66, abs=0.01)
