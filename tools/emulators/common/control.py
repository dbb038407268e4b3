"""The control channel of an emulator: a unix socket that takes orders, one line of words, and answers with one.

An order is a JSON list of words; its answer is a JSON object with `ok`, and with `error` or what was asked for.
"""

import contextlib
import json
import os
import select
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONGEST_LINE = 65_536
MOST_CALLERS = 16
PATIENCE = 10.0
"""Seconds a caller waits for the answer."""

Answer = dict[str, Any]


class NoEmulator(Exception):
    """Nobody answers on the control socket; the text says where and what to do."""


class ControlServer:
    """The emulator's end: a listening socket and its callers, turned by the emulator's own loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        _clear_away(path)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        before = os.umask(0o077)  # orders come from the owner alone
        try:
            self._listener.bind(str(path))
        finally:
            os.umask(before)
        self._listener.listen(MOST_CALLERS)
        self._callers: dict[socket.socket, bytes] = {}

    def filenos(self) -> list[int]:
        return [self._listener.fileno(), *(caller.fileno() for caller in self._callers)]

    def turn(self, obey: Callable[[list[str]], Answer]) -> None:
        """Take in what has arrived and answer every whole line."""
        ready, _, _ = select.select([self._listener, *self._callers], [], [], 0)
        for sock in ready:
            if sock is self._listener:
                self._welcome()
            else:
                self._listen_to(sock, obey)

    def close(self) -> None:
        for sock in (self._listener, *self._callers):
            sock.close()
        self.path.unlink(missing_ok=True)

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            caller, _ = self._listener.accept()
            if len(self._callers) >= MOST_CALLERS:
                caller.close()
                return
            caller.settimeout(1.0)
            self._callers[caller] = b""

    def _listen_to(self, caller: socket.socket, obey: Callable[[list[str]], Answer]) -> None:
        try:
            data = caller.recv(LONGEST_LINE)
        except OSError:
            data = b""
        heard = self._callers.pop(caller) + data
        if not data or len(heard) > LONGEST_LINE:
            caller.close()
            return
        self._callers[caller] = heard
        while b"\n" in self._callers[caller]:
            line, self._callers[caller] = self._callers[caller].split(b"\n", 1)
            answer = _obeyed(line, obey)
            try:
                caller.sendall(json.dumps(answer).encode() + b"\n")
            except OSError:
                del self._callers[caller]
                caller.close()
                return


def order(path: Path, words: list[str]) -> Answer:
    """Give one order to the emulator behind a control socket; its answer, or NoEmulator."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(PATIENCE)
            sock.connect(str(path))
            sock.sendall(json.dumps(words).encode() + b"\n")
            with sock.makefile("rb") as lines:
                answer: Answer = json.loads(lines.readline(LONGEST_LINE))
    except (OSError, ValueError) as error:
        raise NoEmulator(f"{path}: no emulator answers here ({error}); start one, or name its socket") from None
    return answer


def _obeyed(line: bytes, obey: Callable[[list[str]], Answer]) -> Answer:
    try:
        words = json.loads(line)
    except ValueError:
        words = None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return {"ok": False, "error": "an order is a JSON list of words"}
    return obey(words)


def _clear_away(path: Path) -> None:
    """A socket left by a dead emulator makes room; a living one does not."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            path.unlink(missing_ok=True)
            return
    raise NoEmulator(f"{path}: another emulator listens here already; stop it or choose another place")
