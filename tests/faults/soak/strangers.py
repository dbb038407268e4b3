"""What peers do who have no business here, or more than theirs: local processes, keys elsewhere, nobody's keys."""

import json
import os
from collections.abc import Callable
from typing import Any

import zmq

from controller.server.zmq.endpoints import broadcasts_endpoint
from tests.faults.soak.machine import Machine, Visitor
from tests.faults.soak.visitors import Bytes, Crowd, Guest, Heard, Program, Subscriber, came_in, silent
from tests.server.raw_peers import frame, ping, subscribe
from tests.server.test_way_in_under_attack import PING_AND_VANISH

ROLES = ("terminal", "display", "operator", "console", "dice", "panel", "records")
ASKING = ("records/terminal", "records/operator", "records/console", "records/display")
EDGES: tuple[float, ...] = (0, -1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, 1e308, 1.5, -0.5)
FLOOD = 20_000
GARBAGE = 2_000
LOOPS = 300
LONG, TOPIC = 300, 15_000
SHORT = 2_000
CONNECTIONS = 900
"""More than controller and records have descriptors."""
BUSY = 1_000
HUGE = 2**63 - 1


def flood(machine: Machine) -> Visitor:
    messages = [json.dumps({"kind": "heartbeat", "n": n}).encode() for n in range(FLOOD)]
    return Guest(machine.commands(machine.chance.choice(ROLES)), messages)


def garbage(machine: Machine) -> Visitor:
    chance = machine.chance
    said = [chance.randbytes(chance.randrange(6000)) for _ in range(GARBAGE)]
    return Guest(machine.commands(chance.choice(ROLES + ASKING)), said)


def long_subscriptions(machine: Machine) -> Visitor:
    topics = (b"%d" % number + os.urandom(TOPIC) for number in range(LONG))
    return Subscriber(broadcasts_endpoint(machine.run), topics)


def short_subscriptions(machine: Machine) -> Visitor | None:
    peer = came_in(broadcasts_endpoint(machine.run), b"SUB")
    said = b"".join(subscribe(b"%d" % at + os.urandom(90)) for at in range(SHORT))
    return None if peer is None else Bytes(peer.socket, said)


def subscriptions_by_a_key(machine: Machine) -> Visitor:
    topics = [b"", *(b"%d" % number + os.urandom(20) for number in range(SHORT))]
    return Subscriber(machine.cabinet.broadcasts, topics, machine.rogue_key)


def pings(machine: Machine) -> Visitor | None:
    """Among messages that nobody has read yet; then the end."""
    peer = came_in(machine.commands(machine.chance.choice(ROLES + ASKING)))
    return None if peer is None else Bytes(peer.socket, (frame(b"x" * 20) * 3 + ping(b"abc")) * 20_000)


def pings_of_the_library(machine: Machine) -> Visitor:
    return Program(PING_AND_VANISH, machine.commands(machine.chance.choice(ROLES + ASKING)))


def pings_by_a_key(machine: Machine) -> Visitor:
    keys = machine.rogue_key
    return Program(PING_AND_VANISH, machine.cabinet.commands, keys["controller"], keys["public"], keys["secret"])


def connections_without_a_word(machine: Machine) -> Visitor:
    endpoint = machine.commands(machine.chance.choice(ROLES + ASKING))
    return Crowd(Bytes(one, b"") for _ in range(CONNECTIONS) if (one := silent(endpoint)))


def connections_without_a_key(machine: Machine) -> Visitor:
    endpoint = machine.chance.choice((machine.cabinet.commands, machine.cabinet.broadcasts))
    return Crowd(Bytes(one, b"") for _ in range(CONNECTIONS) if (one := silent(endpoint)))


def a_key_that_nobody_knows(machine: Machine) -> Visitor:
    public, secret = zmq.curve_keypair()
    keys = {**machine.rogue_key, "public": public.decode(), "secret": secret.decode()}
    hello = {"kind": "hello", "seat": machine.spare, "software": "nobody"}
    return Guest(machine.cabinet.commands, [hello] * 50, _nothing_was_heard, keys=keys)


def _nothing_was_heard(heard: list[Heard]) -> None:
    assert not heard, f"a stranger without a key was told {heard[:3]}"


def flood_by_a_key(machine: Machine) -> Visitor:
    messages = [{"kind": "heartbeat", "n": n} for n in range(FLOOD // 4)]
    return Guest(machine.cabinet.commands, messages, keys=machine.rogue_key)


def huge_ids(machine: Machine) -> Visitor:
    """A terminal that takes a player's seat, and jumps."""
    version = machine.chance.choice((1, 2))
    seat = machine.spare if version == 2 else machine.chance.randint(1, machine.seats)  # 2 may close a player's series

    def jump(message: Heard) -> list[dict[str, Any]]:
        if message["kind"] != "welcome":
            return []
        more = {"v": 2, "series": message["series"]} if version == 2 else {}
        return [{"kind": "shoot", "id": number, "round": 1, **more} for number in (HUGE, HUGE + 1, 1001 + 10**6)]

    said = [_hello(seat, version), *({**_hello(seat, version), "unfinished": [n]} for n in (HUGE, -1))]
    return Guest(machine.commands("terminal"), said, _no_huge_id_was_taken, jump)


def _hello(seat: int, version: int = 1) -> dict[str, Any]:
    return {"kind": "hello", "seat": seat, "software": "rogue", "v": version} | (
        {"series": None} if version > 1 else {}
    )


def _no_huge_id_was_taken(heard: list[Heard]) -> None:
    taken = [answer for answer in heard if answer["kind"] == "answer" and answer["id"] > 10**6 and answer["ok"]]
    assert not taken, taken


def strange_numbers(machine: Machine) -> Visitor:
    """Every number of a wager, a heartbeat and a hello, at its edges."""
    seat = machine.spare
    fields: list[Callable[[float], dict[str, Any]]] = [
        lambda n: {"kind": "wager", "id": 1, "round": 1, "do": "place", "bet": "field", "amount": n},
        lambda n: {"kind": "wager", "id": 1, "round": n, "do": "place", "bet": "field", "amount": 600},
        lambda n: {"kind": "wager", "id": n, "round": 1, "do": "place", "bet": "field", "amount": 600},
        lambda n: {"kind": "heartbeat", "n": n},
        lambda n: {"kind": "hello", "seat": n, "software": "x"},
        lambda n: {"kind": "terminal_health", "round_trip_ms": n, "worst_round_trip_ms": n, "heartbeats": n},
    ]
    said = [_hello(seat), *(make(number) for make in fields for number in EDGES)]
    return Guest(machine.commands("terminal"), said, _no_huge_id_was_taken)


def hello_and_goodbye(machine: Machine) -> Visitor:
    seat = machine.chance.randint(1, machine.seats)
    return Guest(machine.commands("terminal"), [_hello(seat), {"kind": "goodbye"}] * LOOPS)


def fight_for_a_seat(machine: Machine) -> Visitor:
    """Two terminals that take a seat from each other, and from its player, whenever they hear of it."""
    seat = machine.chance.randint(1, machine.seats)

    def again(message: Heard) -> list[dict[str, Any]]:
        return [_hello(seat)] if message.get("code") == "taken_over" else []

    beat = [_hello(seat), {"kind": "heartbeat", "n": 1}]
    return Crowd(Guest(machine.commands("terminal"), beat * 20, reply=again) for _ in range(2))


def place_and_take_down(machine: Machine) -> Visitor:
    """As fast as it goes, at the seat of nobody; what is taken has to be in the journal."""
    seat = machine.spare

    def all_at_once(message: Heard) -> list[dict[str, Any]]:
        if message["kind"] == "answer" and message["ok"]:
            machine.acknowledged.add((seat, message["id"]))
        if message["kind"] != "welcome":
            return []
        here, first = message["table"]["round"], message["last_id"] + 1
        doing = ({"do": "place", "amount": 600}, {"do": "take_down"})
        return [
            {"kind": "wager", "id": first + n, "round": here, "bet": "place:6", **doing[n % 2]} for n in range(BUSY)
        ]

    return Guest(machine.commands("terminal"), [_hello(seat)], reply=all_at_once)


def strange_questions(machine: Machine) -> Visitor:
    """About the past, with numbers that no row has."""
    said = [
        {"kind": "rounds_wanted", field: n} for field in ("before", "number", "since", "until", "last") for n in EDGES
    ]
    more = [{"kind": "log_wanted", field: n} for field in ("before", "after", "last") for n in EDGES]
    return Guest(machine.commands(machine.chance.choice(ASKING)), [*said, *more])
