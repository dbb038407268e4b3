"""The line between controller and edge: whole words, each peer's share, and an edge that says nonsense is let go."""

import contextlib
import random
import socket
from collections.abc import Iterator
from select import epoll

import pytest

from controller.server.sockets import link
from controller.server.sockets.link import BadWord, EdgeLine, WordCutter, complain, word
from controller.server.sockets.local import Gone, Stream

KEY = "k" * 40
ADDRESS, OTHER = b"\0aaaa", b"\0bbbb"


class Ends:
    """The controller's end, and the edge's as bytes."""

    def __init__(self) -> None:
        ours, self.edge = socket.socketpair()
        ours.setblocking(False)
        self.edge.settimeout(20)
        self.stream = Stream(ours, epoll())
        self.line = EdgeLine(self.stream, 0, 7)

    def says(self, address: bytes = ADDRESS, data: bytes = b"{}") -> None:
        self.edge.sendall(word(link.FROM_PEER, link.FROM_HEAD.pack(KEY.encode(), address) + data))


@pytest.fixture
def ends() -> Iterator[Ends]:
    ends = Ends()
    yield ends
    ends.stream.close()
    ends.edge.close()


def test_what_a_peer_says_comes_with_its_key_and_an_address_that_is_of_this_line(ends: Ends) -> None:
    ends.says(data=b'{"kind": "hello"}')
    (heard,) = ends.line.hear()
    assert (heard.key, heard.data) == (KEY, b'{"kind": "hello"}')
    assert heard.address == (7).to_bytes(4) + ADDRESS
    assert ends.line.send(heard.address, b"answer") == "sent"
    assert ends.line.flush()
    (said,) = WordCutter().feed(ends.edge.recv(4096))
    assert said == (link.TO_PEER, ADDRESS + b"answer")


def test_nobody_is_written_to_who_has_not_spoken_or_is_gone(ends: Ends) -> None:
    assert ends.line.send((7).to_bytes(4) + OTHER, b"x") == "gone"
    ends.says()
    (heard,) = ends.line.hear()
    assert ends.line.send((6).to_bytes(4) + ADDRESS, b"x") == "gone"
    ends.edge.sendall(word(link.PEER_GONE, ADDRESS))
    assert ends.line.hear() == []
    assert ends.line.send(heard.address, b"x") == "gone"


def test_a_peer_that_does_not_read_is_full_and_the_others_are_not(ends: Ends) -> None:
    ends.says()
    ends.says(OTHER)
    first, second = ends.line.hear()
    sent = 0
    while ends.line.send(first.address, b"x") == "sent":
        sent += 1
    assert sent == link.WINDOW
    assert ends.line.send(second.address, b"x") == "sent"
    ends.edge.sendall(word(link.HANDED_OVER, link.HANDED.pack(ADDRESS, 16)))
    ends.line.hear()
    assert ends.line.send(first.address, b"x") == "sent"


def test_an_edge_that_does_not_read_makes_nothing_grow(ends: Ends) -> None:
    for number in range(2000):
        ends.line.broadcast(b"%d" % number + b"x" * 50_000)
        assert ends.line.flush()
        if not ends.line._room():
            break
    else:
        raise AssertionError("it took everything")
    ends.says()
    (heard,) = ends.line.hear()
    assert ends.line.send(heard.address, b"x") == "full"


def test_peers_that_were_silent_for_longest_are_forgotten_first(ends: Ends) -> None:
    ends.says()
    (first,) = ends.line.hear()
    for number in range(link.MOST_PEERS):
        ends.says(b"\0" + number.to_bytes(4))
        ends.line.hear()
    assert ends.line.send(first.address, b"x") == "gone"


def test_a_complaint_of_the_edge_is_told_by_its_code(ends: Ends) -> None:
    ends.edge.sendall(complain("key_refused", "192.0.2.7: this key is not ours"))
    assert ends.line.hear() == []
    assert ends.line.complaints == [("key_refused", "192.0.2.7: this key is not ours")]


@pytest.mark.parametrize(
    "said",
    [
        word(99, b""),
        word(link.TO_PEER, ADDRESS + b"x"),
        word(link.FROM_PEER, b"short"),
        word(link.HANDED_OVER, b"odd"),
        word(link.EDGE_TROUBLE, b"\xff"),
        b"\xff\xff\xff\xff\x01",
    ],
)
def test_what_no_edge_says_ends_the_line(ends: Ends, said: bytes) -> None:
    ends.edge.sendall(said)
    with pytest.raises(BadWord):
        ends.line.hear()


def test_random_bytes_end_the_line_and_nothing_else() -> None:
    chance = random.Random(3)
    for _ in range(300):
        ends = Ends()
        ends.edge.sendall(chance.randbytes(chance.randrange(1, 400)))
        with contextlib.suppress(BadWord, Gone):
            ends.line.hear()
        ends.stream.close()
        ends.edge.close()
