"""Who may come in from elsewhere: a key of the ring, not too often, from few addresses, and few connections of each.

ZeroMQ does not say which connection belongs to whom before it lets somebody in. Connections are therefore counted where
the kernel shows them, and what is too many is shut down; they can be as many as an attacker wants for a moment only.
"""

import ipaddress
import os
import socket
import stat
import sys
import time
from collections import Counter
from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import zmq
from zmq.utils import z85

from controller.edge.zeromq import Router
from controller.server.zmq.keyring import Keyring

ZAP = "inproc://zeromq.zap.01"
HANDSHAKES, HANDSHAKE_EVERY = 16, 1.0
"""Times that a key may come in at once, and seconds until it may once more."""
PUT_OUT_FOR = 60.0
"""Seconds for which a key stays outside that did what no terminal does."""
ADDRESSES_OF_A_KEY = 3
"""From so many one key may be connected at a time: a terminal stands in one place, and its cable may be moved."""
MOST_KNOWN = 4096
ESTABLISHED = "01"


class HandshakeAllowance:
    """How often one key may still come in."""

    __slots__ = ("at", "left")

    def __init__(self, now: float) -> None:
        self.left, self.at = float(HANDSHAKES), now

    def take(self, now: float) -> bool:
        """Once."""
        self.left = min(HANDSHAKES, self.left + (now - self.at) / HANDSHAKE_EVERY)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Admission:
    """Answers ZeroMQ's question (RFC 27): a peer shows its public key; it is in the ring, or it stays outside."""

    def __init__(self, context: "zmq.Context[Router]", keyring: Keyring, complain: Callable[[str, str], None]) -> None:
        self.keyring, self._complain = keyring, complain
        self.socket = context.socket(zmq.REP)
        self.socket.bind(ZAP)
        self._allowances: dict[str, HandshakeAllowance] = {}
        self._out: dict[str, float] = {}
        self._addresses: dict[str, set[str]] = {}

    def forget_gone(self, addresses: Set[str]) -> None:
        """Connections stand from these addresses alone: what keys had elsewhere is over."""
        left = {key: kept for key, known in self._addresses.items() if (kept := known & addresses)}
        self._addresses = left

    def put_out(self, key: str) -> None:
        """It stays outside for a while."""
        who = self.keyring.who(key)
        self._complain("bad_peer", f"{who.name if who else key} subscribes to more than there is, and is put out")
        if len(self._out) >= MOST_KNOWN:
            del self._out[next(iter(self._out))]
        self._out[key] = time.monotonic() + PUT_OUT_FOR

    def answer(self) -> None:
        """All who wait for it."""
        while True:
            try:
                request = self.socket.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            version, number, _domain, address, _identity, mechanism = request[:6]
            public = z85.encode(request[6]).decode() if mechanism == b"CURVE" else ""
            source = address.decode("ascii", "replace")[:60]
            why = self._why_not(public, source, time.monotonic())
            if why is None:
                self.socket.send_multipart([version, number, b"200", b"OK", public.encode(), b""])
                continue
            code, text = why
            self._complain(code, f"{source}: {text}")
            self.socket.send_multipart([version, number, b"400", text.encode(), b"", b""])

    def _why_not(self, public: str, source: str, now: float) -> tuple[str, str] | None:
        who = self.keyring.who(public)
        if who is None:
            return "key_refused", f"this key is not ours: {public or 'none'}"
        if self._out.get(public, 0.0) > now:
            return "bad_peer", f"{who.name} was put out a moment ago"
        allowance = self._allowances.pop(public, None) or HandshakeAllowance(now)
        if len(self._allowances) >= MOST_KNOWN:
            del self._allowances[next(iter(self._allowances))]
        self._allowances[public] = allowance
        if not allowance.take(now):
            return "too_many_connections", f"{who.name} comes in too often"
        known = self._addresses.setdefault(public, set())
        if len(known | {_plain(source)}) > ADDRESSES_OF_A_KEY:
            return "too_many_connections", f"{who.name} is connected from {ADDRESSES_OF_A_KEY} addresses already"
        known.add(_plain(source))
        return None


class Connected(NamedTuple):
    """A connection at one of our ports, as the kernel shows it."""

    address: str
    inode: int


def connected(ports: frozenset[int]) -> list[Connected]:
    """From elsewhere to these ports of ours."""
    found = []
    for name in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in Path(f"/proc/self/net/{name}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == ESTABLISHED and int(fields[1].rpartition(":")[2], 16) in ports:
                    found.append(Connected(_address(fields[2].rpartition(":")[0]), int(fields[9])))
    return found


def too_many(found: list[Connected], of_an_address: int, in_all: int) -> list[Connected]:
    """Those that are more than there may be; the oldest stay, as far as the kernel's numbers tell."""
    counts: Counter[str] = Counter()
    over: list[Connected] = []
    for number, one in enumerate(sorted((one for one in found if one.inode), key=lambda one: one.inode)):
        counts[one.address] += 1
        if counts[one.address] > of_an_address or number - len(over) >= in_all:
            over.append(one)
    return over


def shut_down(over: list[Connected]) -> None:
    """ZeroMQ sees that they have ended."""
    wanted = {one.inode for one in over}
    for entry in os.listdir("/proc/self/fd") if wanted else []:  # noqa: PTH208  # a number each, no paths are wanted
        with suppress(OSError):
            fd = os.dup(int(entry))  # held, so that nobody else gets its number meanwhile
            try:
                seen = os.fstat(fd)
                if stat.S_ISSOCK(seen.st_mode) and seen.st_ino in wanted:
                    with socket.socket(fileno=fd) as held:
                        fd = -1
                        held.shutdown(socket.SHUT_RDWR)
            finally:
                if fd >= 0:
                    os.close(fd)


def _address(hexed: str) -> str:
    """As people write it, from the kernel's words of four bytes in the machine's own order."""
    raw = bytes.fromhex(hexed)
    words = [raw[at : at + 4] for at in range(0, len(raw), 4)]
    ordered = b"".join(one[::-1] if sys.byteorder == "little" else one for one in words)
    return _plain(str(ipaddress.ip_address(ordered)))


def _plain(address: str) -> str:
    """One of IPv4 as such, however it came; what is none as it stands."""
    with suppress(ValueError):
        found = ipaddress.ip_address(address)
        return str(getattr(found, "ipv4_mapped", None) or found)
    return address
