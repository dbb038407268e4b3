"""A broker in front of the floor: nothing rests on it, and each cabinet speaks on its own subjects alone."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import nats.errors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client

from config.cabinet import read_cabinet
from config.files.secrets import read_secret
from controller.protocol import nats as names
from controller.protocol.floor import Batch, FloorAnswer, pack
from controller.uplink.believing import NoFloor
from controller.uplink.certificate import trusting
from controller.uplink.nats_line import NatsLine
from controller.uplink.outbox import UplinkOutbox
from controller.vault.journal.signing import KEY_LENGTH
from tests.drivers.machines import eventually
from tests.floor.floors import Cabinet, Floors, printed
from tests.floor.test_refused import changed, cut, unsealed

PLAYED = 60


@pytest.fixture
def house(tmp_path: Path, database: str) -> Iterator[Floors]:
    """A floor with a broker in front, and no other way there."""
    made = Floors(tmp_path, database, broker=True)
    yield made
    made.end()


def test_whatever_is_killed_all_of_the_journal_goes_through_the_broker(house: Floors) -> None:
    cabinet = house.cabinet("pit-1")
    text = (cabinet.folder / "cabinet.toml").read_text()
    (cabinet.folder / "cabinet.toml").write_text(text.replace(f"https://127.0.0.1:{house.port}", "https://127.0.0.1:1"))
    cabinet.plays(5, PLAYED)
    house.start_broker()
    house.start_floor()
    house.start_uplink(cabinet)
    house.until_delivered()
    for seed, name, start in (
        (6, "broker", house.start_broker),
        (7, "floor", house.start_floor),
        (8, "pit-1", lambda: house.start_uplink(cabinet)),
    ):
        house.signal(name, signal.SIGKILL)
        cabinet.plays(seed, PLAYED)
        start()
        house.until_delivered()
    said = printed("floor", "--config", str(house.config), "verify", str(cabinet.journal))
    assert "entries are the same, 0 are not on the floor yet" in said
    assert "WRONG" not in said
    assert house.alarms() == []


def test_what_is_never_good_is_terminated_and_kept_aside_and_a_gap_is_answered_with_the_cursor(house: Floors) -> None:
    cabinet = house.cabinet("pit-1")
    cabinet.plays(5, PLAYED)
    outbox = UplinkOutbox(cabinet.journal, [], "pit-1")
    whole = outbox.batch(0)
    outbox.close()
    assert whole is not None
    house.start_broker()
    house.start_floor()
    line = _line(cabinet)
    try:
        assert _sent(line, pack(cut(whole, 1, 20))).code == "applied"
        gap = _sent(line, pack(cut(whole, 30, 40)))
        assert (gap.code, gap.seq) == ("gap", 20)
        bad = _sent(line, unsealed(_sealed(whole)))
        assert (bad.code, bad.seq) == ("seal_bad", 20)
        assert line.send(unsealed(_sealed(whole))).code == "seal_bad", "whatever the broker remembers, it is answered"
        assert _sent(line, changed(cut(whole, 21, 30), v=2)).code == "batch_version"
        assert _sent(line, pack(cut(whole, 21, 30))).seq == 30
    finally:
        line.end()
    assert sorted(house.alarms()) == ["batch_version", "seal_bad"]
    assert asyncio.run(_left(house)) == 0, "nothing of it comes again"


def test_a_floor_that_was_started_anew_asks_for_a_new_line_and_raises_no_alarm(house: Floors) -> None:
    cabinet = house.cabinet("pit-1")
    house.start_broker()
    house.start_floor()
    line = _line(cabinet)

    def asked() -> bool:
        try:
            line.cursor(cabinet.journal_name())
        except NoFloor:
            return False
        return True

    try:
        eventually(asked, "the floor answers")
        house.signal("floor", signal.SIGKILL)
        house.start_floor()
        eventually(lambda: house.log("floor").count("hears cabinets through") == 2, "the floor is there again")
        eventually(asked, "the floor answers again")
    finally:
        line.end()
    assert house.alarms() == []


def test_a_cabinet_speaks_and_hears_on_its_own_subjects_alone(house: Floors) -> None:
    cabinet, _ = house.cabinet("pit-1"), house.cabinet("pit-2")
    house.start_broker()
    key = Ed25519PrivateKey.from_private_bytes(read_secret(cabinet.folder / "uplink.key", KEY_LENGTH))

    async def said(what: str, cabinet: str, hears: bool) -> Client:
        client = await _called(house, key)
        subject = names.subject(cabinet, what)
        await (client.subscribe(subject) if hears else client.publish(subject, b""))
        await client.flush()
        return client

    async def may(what: str, cabinet: str, hears: bool) -> None:
        client = await said(what, cabinet, hears)
        assert "permissions violation" not in str(client.last_error).lower()
        await names.hang_up(client)

    async def may_not(what: str, cabinet: str, hears: bool) -> None:
        client = await said(what, cabinet, hears)
        while "permissions violation" not in str(client.last_error).lower():
            await asyncio.sleep(0.01)
        await names.hang_up(client)

    async def all_of_it() -> None:
        for what in (names.BATCHES, names.URGENT, names.ASK):
            await may(what, "pit-1", hears=False)
            await may_not(what, "pit-2", hears=False)
            await may_not(what, "pit-1", hears=True)
        await may(names.CURSOR, "pit-1", hears=True)
        await may_not(names.CURSOR, "pit-2", hears=True)
        await may_not(names.CURSOR, "pit-1", hears=False)
        with pytest.raises(nats.errors.Error, match=r"(?i)authorization"):
            await _called(house, Ed25519PrivateKey.generate())

    asyncio.run(all_of_it())


async def _called(house: Floors, key: Ed25519PrivateKey) -> Client:
    """The broker may just have been started."""
    address = f"tls://127.0.0.1:{house.port + 2}"
    while True:
        try:
            return await names.called(address, key, trusting(house.certificate), names.inbox("pit-1"))
        except OSError:
            await asyncio.sleep(0.05)


def _line(cabinet: Cabinet) -> NatsLine:
    settings = read_cabinet(cabinet.folder / "cabinet.toml").floor
    assert settings is not None
    key = Ed25519PrivateKey.from_private_bytes(read_secret(Path(settings.key_file), KEY_LENGTH))
    return NatsLine(settings, key)


def _sent(line: NatsLine, data: bytes) -> FloorAnswer:
    """As soon as broker and floor are there."""
    answers: list[FloorAnswer] = []

    def try_it() -> bool:
        try:
            answers.append(line.send(data))
        except NoFloor:
            return False
        return True

    eventually(try_it, "the floor answers")
    return answers[0]


def _sealed(whole: Batch) -> Batch:
    """From entry 21 to one that is signed."""
    return cut(whole, 21, next(seal.seq for seal in whole.seals if seal.seq > 20))


async def _left(house: Floors) -> int:
    """Messages in the stream."""
    from controller.floor.keys import floor_key

    client = await _called(house, floor_key(house.folder / "keys"))
    found = await client.jetstream().stream_info(names.STREAM)
    await names.hang_up(client)
    return int(found.state.messages)
