"""One thing asked after the other at a local socket: of a question that was given up nothing is left."""

import threading
from pathlib import Path

import pytest
import zmq

from controller.protocol.message import encode
from controller.protocol.terminals.version_1 import Heartbeat
from controller.server.zmq.query import Asker, NoAnswer, OtherVersion

MOST = 1000
"""Messages that a socket of ZeroMQ takes for nobody; then to send one more waits, without end."""


def test_however_often_is_asked_where_nobody_is_it_is_said_at_once(tmp_path: Path) -> None:
    asker = Asker(tmp_path)
    for _ in range(MOST + 5):
        with pytest.raises(NoAnswer):
            asker.status(0)
    asker.close()


def test_the_late_answer_to_one_question_is_none_to_the_next(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    controller = context.socket(zmq.ROUTER)
    controller.bind(f"ipc://{tmp_path}/records/commands")

    def busy() -> None:
        """Answers the first question when the second is under way."""
        who, _ = controller.recv_multipart()
        controller.recv_multipart()
        controller.send_multipart([who, encode(Heartbeat(n=1))])

    answering = threading.Thread(target=busy)
    answering.start()
    asker = Asker(tmp_path)
    try:
        with pytest.raises(NoAnswer):
            asker.status(500)
        with pytest.raises(NoAnswer) as refused:
            asker.book(500)
        assert not isinstance(refused.value, OtherVersion), "the controller would be said to be of another version"
    finally:
        asker.close()
        answering.join()
        controller.close(linger=0)
        context.term()
