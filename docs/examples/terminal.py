"""A player's terminal in one page: what a stranger needs, in any language. It uses pyzmq and the json module.

    python terminal.py COMMANDS BROADCASTS SEAT [KEY_FILE]

COMMANDS and BROADCASTS are the controller's endpoints; KEY_FILE is what `boxcars keys add` wrote for this seat, and
is left out on the controller's own machine. It speaks version 2 of the wire: it says hello, keeps its heartbeat, places
one chip on the pass line in each window, and prints what it hears. It ends after the first wager of its own that was
settled.
"""

import json
import sys
import time

import zmq

commands, broadcasts, seat = sys.argv[1], sys.argv[2], int(sys.argv[3])
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


table_socket, my_socket = connect(zmq.SUB, broadcasts), connect(zmq.DEALER, commands)
poller = zmq.Poller()
poller.register(table_socket, zmq.POLLIN)
poller.register(my_socket, zmq.POLLIN)

series = last_id = None  # of my commands; the controller says where to go on
unanswered = {}  # id → the command, to be sent again with the same id
table = you = None
bet_in_round = 0
heard_at = said_at = 0.0


def say(message):
    my_socket.send(json.dumps({"v": 2, **message}).encode())


def command(kind, **fields):
    global last_id
    last_id += 1
    unanswered[last_id] = {"kind": kind, "series": series, "id": last_id, **fields}
    say(unanswered[last_id])


def hello():
    say({"kind": "hello", "seat": seat, "software": "example", "series": series, "unfinished": sorted(unanswered)})


def hear(message):
    global series, last_id, table, you
    kind = message["kind"]
    if kind == "welcome":
        if message["series"] != series:  # a new one: what I sent before is over, and `you` shows what was taken
            series, last_id = message["series"], 0
            unanswered.clear()
        last_id = max(message["last_id"], *unanswered, 0)
        table, you = message["table"], message["you"]
        for id in message["unknown"]:  # these never arrived
            if id in unanswered:
                say(unanswered[id])
    elif kind == "table":
        table = message
    elif kind == "seat":
        you = message
    elif kind == "answer":
        unanswered.pop(message["id"], None)
        if message["code"] in ("id_jump", "stale_id", "series_over"):
            hello()  # the welcome says how the count stands
        if message["purse"]:
            you = {**(you or {}), **message["purse"]}
    elif kind == "settled":
        you = message["you"]
    elif kind == "not_taken" and message["code"] == "hello_first":
        hello()
    elif kind == "not_taken" and message["code"] in ("taken_over", "wrong_seat", "no_such_seat", "bad_message"):
        sys.exit(message["reason"])
    if kind != "heartbeat":
        print(json.dumps(message), flush=True)
    return kind == "settled" and bool(message["rows"])


while True:
    now = time.monotonic()
    if now - heard_at > 3 and now - said_at > 1:  # never heard, or lost
        said_at = now
        hello()
    elif now - said_at > 1:
        said_at = now
        say({"kind": "heartbeat", "n": int(now)})
    for socket, _ in poller.poll(200):
        message = json.loads(socket.recv())
        if socket is my_socket:
            heard_at = time.monotonic()
        if hear(message):
            sys.exit(0)
    playing = table and you and table["phase"] in ("idle", "betting") and not table["holds"]
    if playing and you["credits"] >= 100 and table["round"] > bet_in_round and last_id is not None:
        bet_in_round = table["round"]
        command("wagers", round=table["round"], wagers=[{"do": "place", "bet": "pass_line", "amount": 100}])
