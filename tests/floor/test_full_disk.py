"""An uplink whose disk is full goes on asking, and goes on where the floor is as soon as there is room."""

import errno
from pathlib import Path

import pytest

from controller.uplink import process
from tests.floor.trouble import House


def _full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_uplink_that_cannot_keep_the_floors_word_does_nothing_by_it_and_does_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, 'sqlite = "floor.db"', 1)
    try:
        cabinet = house.cabinets["pit-1"]
        cabinet.plays(1)
        with monkeypatch.context() as patch:
            patch.setattr(process, "keep_word", _full)
            patch.setattr(process, "keep_status", _full)
            for _ in range(4):
                cabinet.loop.turn()
            assert cabinet.loop.trouble == "disk_fails"
            assert cabinet.loop._cursor is None
        assert house.until_delivered("pit-1")
        assert cabinet.loop.trouble == ""
    finally:
        house.close()
