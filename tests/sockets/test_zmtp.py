"""ZeroMQ's protocol, from the end that was connected to: what libraries say is understood, all else is refused."""

import random

import pytest

from controller.server.sockets.zmtp import BadPeer, Conversation
from controller.server.zmq.transport import LISTENS, SPEAKS
from tests.server.raw_peers import COMMAND, LONG, MORE, frame, greeting, ping, ready, subscribe

DEALER = greeting() + ready({b"Socket-Type": b"DEALER", b"Identity": b""})
SUB = greeting() + ready({b"Socket-Type": b"SUB"})


def came_in(first: bytes = DEALER) -> Conversation:
    conversation = Conversation(SPEAKS)
    assert conversation.feed(first) == []
    assert conversation.open
    conversation.to_write()
    return conversation


def test_a_peer_is_greeted_at_once_and_let_in_when_it_has_said_who_it_is() -> None:
    conversation = Conversation(SPEAKS)
    said = conversation.to_write()
    assert (len(said), said[:1], said[9:10], said[10], said[12:16]) == (64, b"\xff", b"\x7f", 3, b"NULL")
    assert conversation.to_write() == b""
    conversation.feed(greeting())
    assert conversation.to_write()[2:8] == b"\x05READY"
    assert not conversation.open
    conversation.feed(ready({b"socket-type": b"DEALER"}))
    assert conversation.open
    assert not conversation.named


def test_messages_are_the_same_however_the_bytes_are_cut() -> None:
    messages = [b"", b"{}", b"x" * 255, b"y" * 256, b"z" * 16_384]
    data = DEALER + b"".join(frame(message) for message in messages)
    chance = random.Random(5)
    for _ in range(50):
        conversation, heard, at = Conversation(SPEAKS), list[bytes](), 0
        while at < len(data):
            step = chance.choice((1, 2, 7, 64, 5000))
            heard += conversation.feed(data[at : at + step])
            at += step
        assert heard == messages


def test_what_comes_in_several_frames_is_heard_as_nothing() -> None:
    conversation = came_in()
    assert conversation.feed(frame(b"", MORE) + frame(b"{}")) == [b""]
    assert conversation.feed(frame(b"{}")) == [b"{}"]


def test_a_peer_that_chooses_its_own_address_is_known_by_it() -> None:
    assert came_in(greeting() + ready({b"Socket-Type": b"DEALER", b"Identity": b"seat-1"})).named


def test_pings_are_answered_once_for_all_that_came_together() -> None:
    conversation = came_in()
    assert conversation.feed(ping(b"one") + frame(b"{}") + ping(b"two" + b"x" * 40)) == [b"{}"]
    assert conversation.to_write() == frame(b"\x04PONGtwo" + b"x" * 13, COMMAND)


def test_subscriptions_old_and_new_mean_nothing() -> None:
    conversation = Conversation(LISTENS)
    conversation.feed(SUB + subscribe(b"") + frame(b"\x01topic"))
    assert conversation.open


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 3,
        greeting(b"PLAIN"),
        greeting(b"CURVE"),
        greeting(major=1),
        greeting() + frame(b"{}"),
        greeting() + ready({b"Socket-Type": b"SUB"}),
        greeting() + ready({}),
        greeting() + frame(b"\x05READY\x0bSocket-Type\xff\xff\xff\xffDEALER", COMMAND),
        greeting() + frame(b"\x05READY\x0bSocket", COMMAND),
        DEALER + b"\x08\x00",
        DEALER + bytes((MORE | COMMAND, 0)),
        DEALER + frame(b"x" * 16_385),
        DEALER + bytes((LONG,)) + b"\xff" * 8,
        DEALER + frame(b"\x05ERROR\x00", COMMAND),
    ],
)
def test_anything_else_is_no_peer(said: bytes) -> None:
    with pytest.raises(BadPeer):
        Conversation(SPEAKS).feed(said)


def test_a_listener_may_not_say_much() -> None:
    conversation = Conversation(LISTENS)
    conversation.feed(SUB)
    with pytest.raises(BadPeer):
        conversation.feed(subscribe(b"x" * 600))


def test_random_bytes_are_taken_or_refused_and_never_anything_else() -> None:
    chance = random.Random(11)
    for number in range(3000):
        data = bytearray(DEALER + frame(b"{}") * 3 + ping())
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if number % 3 == 0:
            data = bytearray(chance.randbytes(chance.randrange(300)))
        conversation = Conversation(SPEAKS)
        try:
            for at in range(0, len(data), 50):
                conversation.feed(bytes(data[at : at + 50]))
        except BadPeer:
            pass
