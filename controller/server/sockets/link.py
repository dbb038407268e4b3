"""The words between controller and edge, and the controller's end of that line.

The edge lets peers elsewhere in by their keys and hands on what they say, each message with the key it came by; the
controller looks every key up for itself. Words are cut by their length. The edge may die at any moment: with its line
all its peers are gone, and say hello again at the next one.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.server.sockets.local import Sent, Stream

FROM_PEER, HANDED_OVER, PEER_GONE, EDGE_TROUBLE = 1, 2, 3, 6
"""Edge to controller: a message; how many messages ZeroMQ has taken for a peer; a peer that is no more; something
that a person should know."""
TO_PEER, BROADCAST = 4, 5
"""Controller to edge."""
HEAD = struct.Struct(">IB")
KEY_LENGTH, ADDRESS_LENGTH = 40, 5
FROM_HEAD = struct.Struct(f"{KEY_LENGTH}s{ADDRESS_LENGTH}s")
HANDED = struct.Struct(f">{ADDRESS_LENGTH}sH")
LARGEST_WORD = 1024 * 1024
WINDOW = 64
"""Messages on their way to one peer. More would wait at the edge, for a peer that does not read."""
TOLD_EVERY = 16
"""The edge tells what it has handed over in steps of so many."""
LINE_BYTES = 4 * 1024 * 1024
"""That wait for an edge that does not read; then every peer counts as full."""
EDGE_CODES = ("key_refused", "too_many_connections", "bad_peer")
LONGEST_TROUBLE = 200
MOST_PEERS = 4096
"""Peers known at a time; the one that was silent for longest is forgotten first, and says hello again."""
READ_AT_ONCE = 256 * 1024


class BadWord(Exception):
    """No edge of ours says this."""


class LinkWord(NamedTuple):
    """One of the words above, and what comes with it."""

    kind: int
    body: bytes


class Heard(NamedTuple):
    """A message from elsewhere: the key it came by, the address of its connection, and what it says."""

    key: str
    address: bytes
    data: bytes


def edge_door(run: Path) -> Path:
    """Where the edge connects."""
    return run / "edge" / "line"


def word(kind: int, body: bytes) -> bytes:
    """As it goes over the line."""
    return HEAD.pack(len(body), kind) + body


class Complaint(NamedTuple):
    """Something that the edge has to say of those who are outside."""

    code: str
    text: str


def complain(code: str, text: str) -> bytes:
    """The word for it."""
    return word(EDGE_TROUBLE, bytes((EDGE_CODES.index(code),)) + text[:LONGEST_TROUBLE].encode())


class WordCutter:
    """Cuts what comes over the line into words."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[LinkWord]:
        """Those that are whole now."""
        data = self._rest + data if self._rest else data
        at = 0
        while len(data) - at >= HEAD.size:
            length, kind = HEAD.unpack_from(data, at)
            if length > LARGEST_WORD:
                raise BadWord(f"{length} bytes")
            end = at + HEAD.size + length
            if len(data) < end:
                break
            yield LinkWord(kind, data[at + HEAD.size : end])
            at = end
        self._rest = data[at:]


class EdgeLine:
    """One edge, from the controller."""

    def __init__(self, stream: Stream, user: int, number: int) -> None:
        self.stream, self.user = stream, user
        self._number = number.to_bytes(4)
        self._words = WordCutter()
        self._on_the_way: dict[bytes, int] = {}
        """Peers that have spoken, in the order in which they were heard last, and how much is on its way to each."""
        self._batch: list[bytes] = []
        self.complaints: list[Complaint] = []

    def hear(self) -> list[Heard]:
        """What peers said. BadWord or Gone: the line is to be closed."""
        found = []
        for kind, body in self._words.feed(self.stream.read(READ_AT_ONCE)):
            if kind == FROM_PEER and len(body) >= FROM_HEAD.size:
                key, address = FROM_HEAD.unpack_from(body)
                self._known(address)
                found.append(Heard(key.decode("ascii", "replace"), self._number + address, body[FROM_HEAD.size :]))
            elif kind == HANDED_OVER and len(body) % HANDED.size == 0:
                for address, count in HANDED.iter_unpack(body):
                    if address in self._on_the_way:
                        self._on_the_way[address] = max(0, self._on_the_way[address] - count)
            elif kind == EDGE_TROUBLE and body and body[0] < len(EDGE_CODES):
                self.complaints.append(Complaint(EDGE_CODES[body[0]], body[1:].decode("utf-8", "replace")))
            elif kind == PEER_GONE and len(body) == ADDRESS_LENGTH:
                self._on_the_way.pop(body, None)
            else:
                raise BadWord(f"kind {kind} with {len(body)} bytes")
        return found

    def send(self, address: bytes, data: bytes) -> Sent:
        """With the next flush. `address` as it was heard."""
        own = address[len(self._number) :]
        waiting = self._on_the_way.get(own)
        if waiting is None or not address.startswith(self._number):
            return "gone"
        if waiting >= WINDOW or not self._room():
            return "full"
        self._on_the_way[own] = waiting + 1
        self._batch.append(HEAD.pack(len(own) + len(data), TO_PEER) + own + data)
        return "sent"

    def broadcast(self, data: bytes) -> None:
        """To all who listen there. Who misses one sees it by its number."""
        if self._room():
            self._batch.append(word(BROADCAST, data))

    def flush(self) -> bool:
        """What was said leaves. False: the edge has gone."""
        batch, self._batch = self._batch, []
        return not batch or self.stream.put(b"".join(batch))

    def _room(self) -> bool:
        return self.stream.room(LINE_BYTES, LINE_BYTES)

    def _known(self, address: bytes) -> None:
        waiting = self._on_the_way.pop(address, 0)
        if len(self._on_the_way) >= MOST_PEERS:
            del self._on_the_way[next(iter(self._on_the_way))]
        self._on_the_way[address] = waiting
