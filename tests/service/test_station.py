"""A station of the console, against one end of a socket that says what a controller would."""

import threading
from pathlib import Path

import zmq

from controller.protocol.message import encode
from controller.protocol.stations.session import SessionNow
from controller.protocol.terminals.answers import NotTaken
from controller.service.station import Station

SESSION = SessionNow(
    session="0" * 32,
    operator="eve",
    role="supervisor",
    station="local operator",
    keys=("operator",),
    without_key=False,
    must_change_pin=False,
    idle_ms=60_000,
    last_id=0,
    acts=(),
)


def test_a_session_that_ended_with_a_line_that_was_silent_for_too_long_is_put_out_too(tmp_path: Path) -> None:
    endpoint = f"ipc://{tmp_path}/operator"
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    controller = context.socket(zmq.ROUTER)
    controller.bind(endpoint)

    def answer() -> None:
        peer, _ = controller.recv_multipart()
        controller.send_multipart([peer, encode(NotTaken(code="hello_first", reason="lost since"))])

    thread = threading.Thread(target=answer)
    thread.start()
    with Station(endpoint, "a console") as station:
        station.session = SESSION
        station.put_out()
        assert station.session is None
    thread.join()
    controller.close(0)
    context.term()
