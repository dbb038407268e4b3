"""The last answers of one client, so that a command sent twice is answered the same.

512 clients have 131,072 of them. Each is kept as its text, which takes a third of the room, and on pages of 32, so that
a state with one more answer copies one page and shares the others with the state before.
"""

import json
from collections.abc import Iterator

from controller.table.canonical import canonical
from controller.table.decisions import Answer

ANSWERS_KEPT = 256
"""A client; its last that many commands can be repeated and get the same answer."""

A_PAGE = 32

Page = dict[int, bytes]


class Answers:
    """Never changed: one more answer makes another of it. A client counts up, so they are in the order of their ids."""

    __slots__ = ("_client", "_count", "_pages")

    def __init__(self, client: str = "", pages: tuple[Page, ...] = (), count: int = 0) -> None:
        self._client = client
        self._pages = pages
        self._count = count

    def plus(self, answer: Answer) -> "Answers":
        """With one more; beyond the bound without the oldest."""
        written = canonical([answer.ok, answer.code, answer.reason, answer.details])
        text = bytes(memoryview(written))  # a copy: what orjson gives sits in a buffer of several KB
        if self._pages and len(self._pages[-1]) < A_PAGE:
            pages = (*self._pages[:-1], {**self._pages[-1], answer.id: text})
        else:
            pages = (*self._pages, {answer.id: text})
        if self._count < ANSWERS_KEPT:
            return Answers(answer.client, pages, self._count + 1)
        first = pages[0].copy()
        del first[next(iter(first))]
        return Answers(answer.client, (first, *pages[1:]) if first else pages[1:], self._count)

    def get(self, id: int) -> Answer | None:
        """The answer to this command, if it is still known."""
        text = next((page[id] for page in self._pages if id in page), None)
        return None if text is None else self._read(id, text)

    def after(self, id: int) -> list[Answer]:
        """Those to later commands, oldest first."""
        later = (page for page in self._pages if next(reversed(page)) > id)
        return [self._read(number, text) for page in later for number, text in page.items() if number > id]

    @property
    def oldest(self) -> int | None:
        """The first command whose answer is still known."""
        return next(iter(self._pages[0])) if self._pages else None

    def __iter__(self) -> Iterator[Answer]:
        """Oldest first."""
        return (self._read(id, text) for page in self._pages for id, text in page.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # nobody keeps them by their content

    def __len__(self) -> int:
        return self._count

    def _read(self, id: int, text: bytes) -> Answer:
        ok, code, reason, details = json.loads(text)
        return Answer(self._client, id, ok, code, reason, details)
