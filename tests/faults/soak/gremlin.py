"""Who does all of it: each act has a name, and the seed says which comes when.

First comes every act once, in an order of the seed's; then they come as often as their weight says.
"""

import signal
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from tests.faults.soak import pages, staff, strangers
from tests.faults.soak.casino.host import FAULTS_OF_THE_LINE, OWN_FAULTS
from tests.faults.soak.machine import BOARD, Machine, Visitor

DICE_ORDERS = (
    "reboot",
    "power-cut 0.5",
    "power-cut 0.3 mid-shake",
    "freeze 2",
    "babble 1",
    "lose 5",
    "forge 1",
    "repeat-old",
    "unasked",
    "slow 300",
    "unplug 1.5",
    "next leaning",
    "next unreadable",
    "lid open",
)
PANEL_ORDERS = ("unplug 2", "silent 2", "garble 5", "door DOME open", "door MAIN open", "key OPERATOR off")
VISITORS = 4
"""They stay until so many others have come; then they vanish, with what nobody has read yet."""


class Act(NamedTuple):
    """One of them."""

    weight: int
    name: str
    do: Callable[[Machine], Visitor | None]


def _none_stays(act: Callable[[Machine], None]) -> Callable[[Machine], Visitor | None]:
    def done(machine: Machine) -> None:
        act(machine)

    return done


def kill(name: str) -> Callable[[Machine], None]:
    """As a crash ends it."""
    return lambda machine: machine.kept[name].hit(signal.SIGKILL)


def stop(name: str) -> Callable[[Machine], None]:
    """As systemd ends it."""
    return lambda machine: machine.kept[name].hit(signal.SIGTERM)


def freeze(name: str) -> Callable[[Machine], None]:
    """For up to five seconds."""
    return lambda machine: machine.kept[name].freeze(machine.chance.uniform(0.2, 5))


def tell_the_host(fault: str) -> Callable[[Machine], None]:
    """What the casino's host does to its line, as soon as it comes to it."""
    return lambda machine: machine.casino.orders.put(fault)


def order_the_unit(machine: Machine) -> None:
    machine.order("unit", machine.chance.choice(DICE_ORDERS))


def order_the_boards(machine: Machine) -> None:
    machine.order("boards", f"{BOARD} {machine.chance.choice(PANEL_ORDERS)}")


ACTS = (
    Act(4, "kill the controller", _none_stays(kill("controller"))),
    Act(2, "stop the controller", _none_stays(stop("controller"))),
    Act(3, "freeze the controller", _none_stays(freeze("controller"))),
    Act(3, "kill the dice driver", _none_stays(kill("dice-driver"))),
    Act(2, "freeze the dice driver", _none_stays(freeze("dice-driver"))),
    Act(2, "kill the panel driver", _none_stays(kill("panel-driver"))),
    Act(1, "freeze the panel driver", _none_stays(freeze("panel-driver"))),
    Act(2, "kill the unit", _none_stays(kill("unit"))),
    Act(1, "kill the boards", _none_stays(kill("boards"))),
    Act(1, "kill the records", _none_stays(kill("records"))),
    Act(1, "kill the edge", _none_stays(kill("edge"))),
    Act(1, "kill our terminal", _none_stays(kill("terminal"))),
    Act(1, "kill the service menu", _none_stays(kill("operator"))),
    Act(2, "kill the sas driver", _none_stays(kill("sas-driver"))),
    Act(2, "freeze the sas driver", _none_stays(freeze("sas-driver"))),
    Act(1, "kill the bills driver", _none_stays(kill("bills-driver"))),
    Act(1, "kill the tickets driver", _none_stays(kill("tickets-driver"))),
    *(Act(1, f"the host: {name}", _none_stays(tell_the_host(name))) for name in (*FAULTS_OF_THE_LINE, *OWN_FAULTS)),
    Act(8, "an order to the unit", _none_stays(order_the_unit)),
    Act(3, "an order to the boards", _none_stays(order_the_boards)),
    Act(2, "anybody: flood", strangers.flood),
    Act(2, "anybody: garbage", strangers.garbage),
    Act(2, "anybody: long subscriptions", strangers.long_subscriptions),
    Act(2, "anybody: short subscriptions", strangers.short_subscriptions),
    Act(2, "anybody: pings among unread messages", strangers.pings),
    Act(2, "anybody: pings of the library", strangers.pings_of_the_library),
    Act(2, "anybody: connections without a word", strangers.connections_without_a_word),
    Act(2, "anybody: strange questions about the past", strangers.strange_questions),
    Act(2, "no key: connections without end", strangers.connections_without_a_key),
    Act(1, "no key: a key that nobody knows", strangers.a_key_that_nobody_knows),
    Act(2, "a key: subscriptions", strangers.subscriptions_by_a_key),
    Act(1, "a key: pings among unread messages", strangers.pings_by_a_key),
    Act(2, "a key: flood", strangers.flood_by_a_key),
    Act(2, "a terminal: id 2^63-1", strangers.huge_ids),
    Act(2, "a terminal: strange numbers", strangers.strange_numbers),
    Act(2, "a terminal: hello and goodbye in a loop", strangers.hello_and_goodbye),
    Act(2, "a terminal: fight for a seat", strangers.fight_for_a_seat),
    Act(2, "a terminal: place and take down without end", strangers.place_and_take_down),
    Act(2, "staff: a fraction in change", _none_stays(staff.fraction_in_change)),
    Act(2, "staff: control signs in words", _none_stays(staff.control_signs_in_words)),
    Act(1, "staff: strange amounts", _none_stays(staff.strange_amounts)),
    Act(2, "station: control signs in its name", staff.strange_station),
    Act(2, "station: eight sign-ins at once", staff.sign_ins_at_once),
    Act(1, "station: acts without a session", staff.acts_without_a_session),
    Act(1, "technician: keys and doors", _none_stays(staff.turn_a_key)),
    Act(2, "page: malformed HTTP", pages.malformed_http),
    Act(2, "page: half requests", pages.half_requests),
    Act(2, "page: unknown hosts", pages.unknown_hosts),
    Act(1, "page: aliases of a file", pages.aliases),
    Act(1, "page: from another page", pages.another_page),
)


class Gremlin:
    """Does one act after the other, and lets its visitors go when others have come."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._first = machine.chance.sample(ACTS, len(ACTS))
        self._visitors: list[Visitor] = []
        self.done: Counter[str] = Counter()

    def act(self) -> None:
        """The next one."""
        act = self._first.pop() if self._first else self._by_weight()
        self.done[act.name] += 1
        visitor = act.do(self._machine)
        if visitor is not None:
            self._visitors.append(visitor)
        if len(self._visitors) > VISITORS:
            self._lets_go(self._visitors.pop(0))

    def _by_weight(self) -> Act:
        return self._machine.chance.choices(ACTS, [act.weight for act in ACTS])[0]

    def listen(self) -> None:
        """All visitors hear what they were told."""
        for visitor in self._visitors:
            visitor.listen()

    def leave(self) -> None:
        """All visitors go."""
        while self._visitors:
            self._lets_go(self._visitors.pop())

    def _lets_go(self, visitor: Visitor) -> None:
        visitor.leave()
        self._machine.told += visitor.told
