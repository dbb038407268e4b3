"""Players whose account survives the controller, and whose seat somebody else may take."""

import time
from typing import Any

import zmq

from tests.server.players import Player

IDLE_AGAIN = 3.0


class SoakPlayer(Player):
    """What was taken before a welcome stands in the welcome."""

    again_at = 0.0

    def _hear(self, message: dict[str, Any]) -> None:
        if message["kind"] == "welcome":
            message = {**message, "unknown": [number for number in message["unknown"] if number in self.unanswered]}
            for number in set(self.unanswered) - set(message["unknown"]):
                self.unanswered[number]["in_welcome"] = True
        command = self.unanswered.get(message.get("id", 0), {}) if message["kind"] == "answer" else {}
        before = self.credits
        super()._hear(message)
        if command.get("in_welcome"):
            self.credits = before
        if message["kind"] == "not_taken" and message["code"] in ("taken_over", "flood"):
            self.touch()

    def touch(self) -> None:
        """The seat was taken: its player touches the screen, and the terminal says hello a second later."""
        self.heard_at, self.hello_at = 0.0, time.monotonic()

    def say(self, **message: Any) -> None:
        message.pop("in_welcome", None)
        super().say(**message)

    def act(self, now: float, table: dict[str, Any]) -> None:
        """What he wanted in an idle table may have been refused, for it was held just then: he tries again."""
        if table["phase"] == "idle" and not self.unanswered and now >= self.again_at:
            self.again_at = now + IDLE_AGAIN
            self.acted_in = (0, "")
        super().act(now, table)

    def crash(self, endpoint: str) -> None:
        """The terminal's process ends, and another begins: all that it has told its player it still knows."""
        self.socket.close()
        self.socket = zmq.Context.instance().socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(endpoint)
        self.heard_at = self.hello_at = 0.0
