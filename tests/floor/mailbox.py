"""A mail server of the tests' own: on loopback, by the words of RFC 5321, as far as a letter needs them."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast


class Mailbox(socketserver.ThreadingTCPServer):
    """What came, and who is unknown here."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Session)
        self.letters: list[EmailMessage] = []
        self.unknown: set[str] = set()

    @property
    def address(self) -> str:
        """For `[notices]`."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box = cast("Mailbox", self.server)
        self._say("220 mailbox")
        for line in self.rfile:
            match line.split(b" ")[0].strip().upper():
                case b"RCPT" if any(name.encode() in line for name in box.unknown):
                    self._say("550 unknown here")
                case b"DATA":
                    self._say("354 go on")
                    box.letters.append(self._letter())
                    self._say("250 taken")
                case b"QUIT":
                    return self._say("221 goodbye")
                case _:
                    self._say("250 good")
        return None

    def _letter(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def mailbox(port: int = 0) -> Iterator[Mailbox]:
    """Open for letters."""
    with Mailbox(port) as box:
        thread = threading.Thread(target=box.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield box
        finally:
            box.shutdown()
            thread.join()
