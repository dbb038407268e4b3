"""A round that is too long for one answer comes whole in several."""

from pathlib import Path
from typing import Any

import pytest

from controller.media import Shelf
from controller.protocol.message import LARGEST_TOLD, encode
from controller.protocol.records.history import Rounds, RoundsWanted
from controller.records.library import Library
from controller.vault.read.reader import Reader
from controller.vault.read.recall import Which, recall
from tests.records.week import make_week

NO_MEDIA = Shelf(Path("media"), must_be_mounted=True)


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("parts") / "week"
    make_week(directory, days=1)
    return directory


def asked(library: Library, **words: Any) -> Rounds:
    answer = library.answer(RoundsWanted(**words), None)
    assert isinstance(answer, Rounds)
    return answer


def test_the_parts_of_a_round_are_the_round(week: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.records.library.LARGEST_ANSWER", 1_500)
    library = Library(week, dict, NO_MEDIA)
    with Reader(week) as reader:
        whole = recall(reader, Which(last=1000))
    most = 0
    for round in whole:
        (told,) = asked(library, number=round["round"], last=1).rounds
        parts = 1
        while "cut" in told:
            (more,) = asked(library, number=round["round"], last=1, part=told.pop("cut")).rounds
            assert len(encode(Rounds(rounds=(more,), more=False))) < 4_500
            told["layout"] |= more["layout"]
            told["seats"] |= more["seats"]
            told["happened"] += more["happened"]
            told |= {"cut": more["cut"]} if "cut" in more else {}
            parts += 1
        assert told == round
        most = max(most, parts)
    assert most > 4


def test_among_many_rounds_a_long_one_comes_alone_and_the_others_are_still_to_come(
    week: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.records.library.LARGEST_ANSWER", 1_500)
    answer = asked(Library(week, dict, NO_MEDIA), last=10)
    assert answer.more
    assert len(encode(answer)) < LARGEST_TOLD
