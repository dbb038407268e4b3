"""The installed files signed with the seed of the casino's host, beside play: a process that gives way works it out."""

import os
from collections import deque
from typing import Any, NamedTuple

import structlog

from controller.background_jobs import BackgroundJob, Tell
from controller.manifest import roots
from controller.seeded_signature import SEED, signature

GIVES_WAY = 19
"""How nice that process is: the host has time, and no commit waits for it."""
MOST_WANTED = 127
"""One for each address there can be."""

log = structlog.get_logger()


class Signed(NamedTuple):
    """One that is worked out."""

    address: int
    number: int
    value: int


class _Wanted(NamedTuple):
    address: int
    number: int
    seed: int


class SoftwareSigning:
    """One after the other. Whoever wants another before his is there gets the other alone."""

    def __init__(self, job: "BackgroundJob[int] | None" = None) -> None:
        self._job = job or BackgroundJob(beside_play)
        self._wanted: deque[_Wanted] = deque()
        self._under_way: _Wanted | None = None

    def want(self, address: int, number: int, seed: int) -> None:
        """Have it worked out."""
        self._wanted = deque((one for one in self._wanted if one.address != address), MOST_WANTED)
        self._wanted.append(_Wanted(address, number, seed))

    def worked_out(self) -> Signed | None:
        """Several times a second: one that has come; then the next is begun."""
        signed = self._ended()
        if self._under_way is None and self._wanted:
            self._under_way = self._wanted.popleft()
            self._job.start(self._under_way.seed)
        return signed

    def _ended(self) -> Signed | None:
        one = self._under_way
        if one is None or (now := self._job.now()).state == "running":
            return None
        self._under_way = None
        if now.answer is None:
            log.error("the installed files could not be signed for the casino's host", why=now.why)
            return None
        return Signed(one.address, one.number, now.answer["signature"])

    def close(self) -> None:
        """The process ends."""
        self._job.close()


def beside_play(seed: int, _tell: Tell) -> dict[str, Any]:
    """In a process of its own."""
    os.nice(GIVES_WAY)
    return {"signature": int(signature("crc16", seed.to_bytes(SEED, "big"), roots()), 16)}
