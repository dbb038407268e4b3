"""Writes pieces and calls as Ogg Opus, by Debian's `opusenc` and `espeak-ng`."""

import json
import struct
import subprocess
import sys
import wave
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

from tools.sound.instruments import RATE, Samples
from tools.sound.palette import PIECES, piece

PAGE = Path(__file__).parents[2] / "terminals" / "common" / "page"
SOUNDS, VOICE, WORDS = PAGE / "sounds", PAGE / "voice", PAGE / "words"
CALL = "call."
"""How the keys of the calls begin in the catalogues of words."""
SPEAKER = "language.voice"
"""The key under which a catalogue says who speaks it: a voice of espeak-ng, words a minute, pitch."""


def wav(samples: Samples) -> bytes:
    """Sixteen bits, one channel."""
    out = BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *(int(max(-1.0, min(1.0, one)) * 32767) for one in samples)))
    return out.getvalue()


def calls(catalogue: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The name of each call and its words."""
    return ((key.removeprefix(CALL), text) for key, text in catalogue.items() if key.startswith(CALL))


def spoken(speaker: str, text: str) -> bytes:
    """By espeak-ng, as a WAV file."""
    voice, speed, pitch = speaker.split()
    words = ["espeak-ng", "-v", voice, "-s", speed, "-p", pitch, "-a", "160", "--stdout", text]
    return subprocess.run(words, check=True, capture_output=True).stdout


def keep(path: Path, sound: bytes, kbps: int) -> None:
    """As Ogg Opus; with one serial number, so that the same sound is the same file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    words = ["opusenc", "--quiet", "--bitrate", str(kbps), "--serial", "1", "-", str(path)]
    subprocess.run(words, input=sound, check=True)


def main() -> None:
    """All of them, or those whose names are given; a language is named by its code, for all of its calls."""
    wanted = set(sys.argv[1:])
    for name in PIECES:
        if not wanted or name in wanted:
            keep(SOUNDS / f"{name}.ogg", wav(piece(name)), 48)
    for file in sorted(WORDS.glob("*.json")):
        catalogue = json.loads(file.read_text(encoding="utf-8"))
        for name, text in calls(catalogue):
            if not wanted or wanted & {name, file.stem}:
                keep(VOICE / file.stem / f"{name}.ogg", spoken(catalogue[SPEAKER], text), 20)
    for folder in (SOUNDS, VOICE):
        files = sorted(folder.rglob("*.ogg"))
        print(f"{len(files)} files of {sum(file.stat().st_size for file in files):,} bytes in {folder}")
