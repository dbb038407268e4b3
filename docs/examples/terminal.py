"""A player's terminal in one page: what a stranger needs. It uses pyzmq, the json module, and one file of ours.

    python terminal.py COMMANDS BROADCASTS SEAT [KEY_FILE]

COMMANDS and BROADCASTS are the controller's endpoints; KEY_FILE is what `boxcars keys add` wrote for this seat, and
is left out on the controller's own machine. It speaks version 2 of the wire: it says hello, keeps its heartbeat, places
one chip on the pass line in each window, and prints what it hears. It ends after the first wager of its own that was
settled. When to say hello, which number comes next and what is to be sent again, `controller/protocol/client.py`
knows; it needs nothing but Python, so take it along. `javascript/terminal.mjs` shows the same without it.
"""

import json
import sys
import time

import zmq

from controller.protocol.client import OUT_OF_COUNT, Commands, Line

commands_at, broadcasts_at, seat = sys.argv[1], sys.argv[2], int(sys.argv[3])
keys = None
if len(sys.argv) > 4:
    with open(sys.argv[4]) as file:  # noqa: PTH123
        keys = json.load(file)
context = zmq.Context()


def connect(kind, endpoint):
    socket = context.socket(kind)
    socket.linger = 0
    if keys:
        socket.curve_serverkey = keys["controller"].encode()
        socket.curve_publickey = keys["public"].encode()
        socket.curve_secretkey = keys["secret"].encode()
    if kind == zmq.SUB:
        socket.subscribe(b"")  # before it connects: the first thing it is told is the last broadcast
    socket.connect(endpoint)
    return socket


table_socket, my_socket = connect(zmq.SUB, broadcasts_at), connect(zmq.DEALER, commands_at)
poller = zmq.Poller()
poller.register(table_socket, zmq.POLLIN)
poller.register(my_socket, zmq.POLLIN)

line, commands = Line(hello_again=1.0), Commands()
table = you = None
bet_in_round = 0


def say(message):
    my_socket.send(json.dumps({"v": 2, **message}).encode())


def hello():
    asked = {"series": commands.series, "unfinished": sorted(commands.under_way)}
    say({"kind": "hello", "seat": seat, "software": "example", **asked})


def command(kind, **fields):
    message = {"kind": kind, "series": commands.series, "id": commands.next_id, **fields}
    commands.send(message, None, time.monotonic())
    say(message)


def hear(message):
    global table, you
    kind = message["kind"]
    if kind == "welcome":
        line.welcomed(message["epoch"])
        commands.begin(
            message["series"]
        )  # where it is a new one, what I sent before is over: `you` shows what was taken
        commands.count_from(message["last_id"])
        for lost in commands.unknown(message["unknown"], time.monotonic()):
            say(lost)
        table, you = message["table"], message["you"]
    elif kind == "table":
        table = message
    elif kind == "seat":
        you = message
    elif kind == "answer":
        commands.answered(message["id"], message["code"], message["details"])
        if message["code"] in OUT_OF_COUNT:
            hello()  # the welcome says how the count stands
        if message["purse"]:
            you = {**you, **message["purse"]}
    elif kind == "settled":
        you = message["you"]
    elif kind == "not_taken" and not line.not_taken(message["code"]) and message["code"] != "flood":
        sys.exit(message["reason"])
    if kind != "heartbeat":
        print(json.dumps(message), flush=True)
    return kind == "settled" and bool(message["rows"])


while True:
    now = time.monotonic()
    if line.is_due(now):
        say({"kind": "heartbeat", "n": int(now)}) if line.up else hello()
    for silent in commands.due(now):
        say(silent)
    for socket, _ in poller.poll(200):
        message = json.loads(socket.recv())
        if socket is my_socket:
            line.heard(time.monotonic())
        elif not line.follows(message["epoch"]):
            continue  # nobody has welcomed us yet, or there is a new controller: hello is due
        if hear(message):
            sys.exit(0)
    playing = line.up and table["phase"] in ("idle", "betting") and not table["holds"]
    if playing and you["credits"] >= 100 and table["round"] > bet_in_round:
        bet_in_round = table["round"]
        command("wagers", round=table["round"], wagers=[{"do": "place", "bet": "pass_line", "amount": 100}])
