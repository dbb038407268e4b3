"""Clocks that are wrong, and time in which the floor slept, are no silence and no refusal."""

import ssl
from pathlib import Path

import pytest

from controller.floor import keys
from controller.floor.process import LONGEST_LOOK_MS, look_for_silent
from controller.floor.uplinks.silence import Silence
from controller.protocol.floor import HeadSaid
from controller.uplink.certificate import trusting
from tests.floor.test_refused import NOW, Floor, with_floor

BOUND = 10_000
SECOND = 1000


def said(off: int) -> HeadSaid:
    """Of a cabinet whose clock is off by so much, or whose word took so long."""
    zero = "00" * 32
    return HeadSaid(
        cabinet="pit-1",
        journal="0" * 32,
        base=0,
        head=0,
        head_hash=zero,
        at=NOW + off,
        alone=False,
        waiting=0,
        seal=None,
    )


def test_a_word_that_came_late_is_no_clock_that_differs_but_two_in_a_row_are(tmp_path: Path, database: str) -> None:
    async def hears(floor: Floor) -> None:
        for off, alarms in ((0, []), (-60_000, []), (0, []), (60_000, []), (60_000, ["clock"]), (0, [])):
            await floor.witness.head(said(off))
            assert await floor.alarms() == alarms

    with_floor(tmp_path, database, hears)


def test_silent_is_who_was_not_heard_while_the_floor_was_awake(tmp_path: Path, database: str) -> None:
    async def looks(floor: Floor) -> None:
        silence = Silence(LONGEST_LOOK_MS)

        async def look(since_ms: int) -> list[str]:
            await look_for_silent(floor.store, BOUND, silence, since_ms)
            return await floor.alarms()

        await floor.witness.head(said(0))  # heard at a time that is long ago by the floor's clock, as if it was set
        assert await look(0) == []
        assert await look(86_400 * SECOND) == [], "it slept for a day"
        while await look(SECOND) == []:
            assert silence.of("nobody", 0, 0) == 0
        assert silence.of("pit-1", NOW, 0) == BOUND - BOUND % SECOND + SECOND
        async with floor.store.writing() as transaction:
            await transaction.run("update cabinet set heard_at = heard_at - 1")  # heard, by a clock that was set back
        assert await look(SECOND) == []

    with_floor(tmp_path, database, looks)


@pytest.mark.parametrize("days", [-0.5, 7300])
def test_the_floor_is_known_by_its_key_whatever_the_clock_says(
    days: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "VALID_DAYS", days)
    keys.make_keys(tmp_path, "house")
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(tmp_path / keys.CERTIFICATE, tmp_path / keys.KEY)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = trusting(tmp_path / keys.CERTIFICATE).wrap_bio(to_client, to_server)
    there = server.wrap_bio(to_server, to_client, server_side=True)
    for end in (here, there, here, there):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
    assert here.version() == there.version() == "TLSv1.3"
    assert here.getpeercert(binary_form=True)
