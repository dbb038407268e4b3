"""What the floor has not signed for stays in the journal, unless a supervisor answers for it by name."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from config.cabinet import read_cabinet
from controller.commands import main
from controller.protocol.floor import FloorAnswer, answer_text, id_of
from controller.uplink.kept import FloorWord, keep_word
from controller.vault.read.reader import Reader, entries
from tests.floor.floors import Cabinet, Floors


@pytest.fixture
def cabinet(tmp_path: Path) -> Cabinet:
    """One with something to archive, and the key of its floor beside it."""
    floors = Floors(tmp_path, 'sqlite = "floor.db"')
    made = floors.cabinet("pit-1")
    for seed in range(3):
        made.plays(seed, events=30)
    return made


def test_only_what_the_floor_has_signed_for_is_archived(cabinet: Cabinet, capsys: pytest.CaptureFixture[str]) -> None:
    _signed_for(cabinet, 5)
    assert _archive(cabinet, "none.db") != 0
    assert "floor_behind" in capsys.readouterr().err
    head = cabinet.head()[0]
    _signed_for(cabinet, head)
    cabinet.plays(9, events=30)
    assert _archive(cabinet, "half.db") == 0
    assert 0 < _base(cabinet) <= head
    assert "by" not in _archived(cabinet)


def test_a_supervisor_answers_by_name_for_what_the_floor_has_not(cabinet: Cabinet) -> None:
    _signed_for(cabinet, 5)
    assert _archive(cabinet, "all.db", "--without-floor", "olga") == 0
    assert _base(cabinet) > 5
    assert _archived(cabinet)["by"] == "olga"


def test_a_word_that_the_floor_has_not_signed_counts_for_nothing(cabinet: Cabinet) -> None:
    _signed_for(cabinet, cabinet.head()[0], Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
    assert _archive(cabinet, "none.db") != 0


def _archive(cabinet: Cabinet, name: str, *more: str) -> int:
    config = str(cabinet.folder / "cabinet.toml")
    to = str(cabinet.folder / name)
    words = ["--journal", str(cabinet.journal), "--config", config, "--to", to, "--keep-days", "-99999"]
    return main(["archive", *words, *more])


def _signed_for(cabinet: Cabinet, seq: int, key: Ed25519PrivateKey | None = None) -> None:
    if key is None:
        found = load_pem_private_key((cabinet.folder.parent / "keys" / "floor.pem").read_bytes(), None)
        assert isinstance(found, Ed25519PrivateKey)
        key = found
    answer = FloorAnswer(
        cabinet=cabinet.name,
        journal=cabinet.journal_name(),
        of="0" * 64,
        code="applied",
        seq=seq,
        hash="0" * 64,
        at=0,
    )
    body = json.dumps(answer.model_dump()).encode()
    settings = read_cabinet(cabinet.folder / "cabinet.toml").floor
    assert settings is not None
    keep_word(Path(settings.directory), FloorWord(body, key.sign(answer_text(id_of(body))).hex()))


def _base(cabinet: Cabinet) -> int:
    with Reader(cabinet.journal) as reader:
        return reader.standing.base_seq


def _archived(cabinet: Cabinet) -> dict[str, object]:
    """What the journal says of it."""
    with Reader(cabinet.journal) as reader, reader.view() as connection:
        return next(entry for entry in entries(connection, 1, 10**6) if entry["kind"] == "archived")
