"""Who may look: passwords that are not guessed at leisure, and sessions that end."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from controller.floor.screen import people
from controller.floor.screen.people import (
    IDLE_SECONDS,
    LOCK_SECONDS,
    SESSION_SECONDS,
    People,
    remove_person,
    set_person,
)
from tests.floor.test_refused import Floor, with_floor

PASSWORD = "correct horse battery"


class Clock:
    """That a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def with_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, test: Callable[[People, Clock], Awaitable[None]]
) -> None:
    """One who may look: anna."""
    clock = Clock()
    monkeypatch.setattr(people, "time", clock)

    async def with_anna(floor: Floor) -> None:
        async with floor.store.writing() as transaction:
            await set_person(transaction, "anna", "viewer", PASSWORD)
        await test(People(floor.store), clock)

    with_floor(tmp_path, f'sqlite = "{tmp_path / "floor.db"}"', with_anna)


def test_five_wrong_passwords_lock_a_name_for_five_minutes_and_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(asked: People, clock: Clock) -> None:
        for _ in range(5):
            assert await asked.sign_in("anna", "a wrong password") is None
        for _ in range(4):
            clock.now += LOCK_SECONDS / 5
            assert await asked.sign_in("anna", PASSWORD) is None, "the right one does not help, nor lengthen it"
        clock.now += LOCK_SECONDS / 5
        assert await asked.sign_in("anna", PASSWORD) is not None

    with_people(tmp_path, monkeypatch, test)


def test_the_old_password_is_not_guessed_where_a_new_one_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(asked: People, _clock: Clock) -> None:
        for _ in range(5):
            assert not await asked.is_own("anna", "a wrong password")
        assert not await asked.is_own("anna", PASSWORD)

    with_people(tmp_path, monkeypatch, test)


def test_a_session_ends_when_it_is_old_idle_or_put_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(asked: People, clock: Clock) -> None:
        keys = [await asked.sign_in("anna", PASSWORD) for _ in range(2)]
        assert None not in keys
        idle, used = map(str, keys)
        for _ in range(SESSION_SECONDS // IDLE_SECONDS * 2 - 1):
            clock.now += IDLE_SECONDS / 2
            assert asked.who(used) is not None
        assert asked.who(idle) is None, "nobody looked for half an hour"
        clock.now += IDLE_SECONDS / 2
        assert asked.who(used) is None, "eight hours"
        again = str(await asked.sign_in("anna", PASSWORD))
        asked.put_out("anna")
        assert asked.who(again) is None

    with_people(tmp_path, monkeypatch, test)


def test_a_floor_to_which_nobody_was_added_knows_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(asked: People, _clock: Clock) -> None:
        assert await asked.sign_in("boris", PASSWORD) is None
        assert asked.who("") is None

    with_people(tmp_path, monkeypatch, test)


def test_who_is_removed_while_the_password_is_looked_at_does_not_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, goes_on, real = threading.Event(), threading.Event(), PasswordHasher.verify

    def slowly(hasher: PasswordHasher, hashed: str, password: str) -> bool:
        looks.set()
        goes_on.wait()
        return real(hasher, hashed, password)

    async def test(known: People, _: Clock) -> None:
        monkeypatch.setattr(PasswordHasher, "verify", slowly)
        coming = asyncio.create_task(known.sign_in("anna", PASSWORD))
        await asyncio.to_thread(looks.wait)
        async with known._database.writing() as transaction:
            await remove_person(transaction, "anna")
        known.put_out("anna")
        goes_on.set()
        assert await coming is None, "for eight hours"

    with_people(tmp_path, monkeypatch, test)
