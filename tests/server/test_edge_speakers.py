"""A peer elsewhere that reads nothing and then vanishes: what waited for it is forgotten, and the edge goes on."""

import itertools
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import zmq

from controller.edge.line import InwardLine
from controller.edge.speakers import PEER_QUEUE, Speakers
from tests.drivers.machines import PATIENCE

ENDPOINT = "inproc://speakers"


@pytest.fixture
def speakers(tmp_path: Path) -> Iterator[Speakers]:
    context: zmq.Context[zmq.SyncSocket] = zmq.Context()
    found = Speakers(context, ENDPOINT, zmq.curve_keypair(), InwardLine(tmp_path / "nobody"))
    yield found
    context.destroy(linger=0)


def test_a_peer_that_vanishes_while_much_waits_for_it_is_forgotten_and_ends_nothing(speakers: Speakers) -> None:
    peer = speakers.socket.context.socket(zmq.DEALER)
    peer.setsockopt(zmq.RCVHWM, 1)
    peer.connect(ENDPOINT)
    peer.send(b"hello")
    address, _ = speakers.socket.recv_multipart()
    for _ in range(10 * PEER_QUEUE):
        speakers.hand_out(address + b"what nobody reads")
    assert speakers.next_try() is not None
    peer.close(linger=0)
    until = time.monotonic() + PATIENCE
    for now in itertools.count(1):
        assert time.monotonic() < until
        with suppress(zmq.Again):
            speakers.socket.recv(zmq.NOBLOCK)  # as the edge looks for more, and so hears of the end
        speakers.try_again(float(now))
        if speakers.next_try() is None:
            return
