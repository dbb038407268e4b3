"""What was proved of a journal: line by line a word with its fields, for a page in any language and, in English, for
the console and `--json`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.vault.faults import FAULTS, VaultFault

OWN_KEY_ONLY = "proved against the file's own key only"
"""Whoever writes a journal anew altogether signs it with a key of their own, and names that one in it."""

PROVED = {
    "chain": ("chain", "{entries} entries"),
    "left_over": ("left over of the archive", "{entries} entries"),
    "signatures": ("signatures", "{signatures}"),
    "public_key": ("public key", "{fingerprint}, as it was given"),
    "books": ("ledger, meters and rounds", "{rounds} rounds"),
    "outcomes": ("dice", "{outcomes} throws"),
    "replay": ("replay", "{events} events"),
    "second_place": ("second place", "entry {entry} is the one in {place}"),
}
"""What was proved, and how much of it."""
NOT_PROVED = {
    "no_public_key": ("public key", f"none was given: {OWN_KEY_ONLY}"),
    "pages_not_read": ("pages of the file", "a process writes this journal"),
    "end_not_signed": ("signature of the end", "the last {entries} entries belong to a round that has not ended"),
    "archive_told_later": (
        "the archive before",
        "the entry that tells of it is younger than this archive; it is in the journal",
    ),
    "no_unit_key": ("dice", "no key of the unit was given"),
    "no_replay": ("replay", "not asked for"),
    "other_engines": ("replay of the rest", "{events} events were decided by {engines}"),
    "no_head": ("second place", "no copied head was given"),
    "head_proves_nothing": ("second place", "its head proves nothing"),
}
"""What was not, and why."""


class ProofLine(NamedTuple):
    """One thing that was proved or was not."""

    word: str
    fields: Mapping[str, int | str] = {}


class ProofReport(NamedTuple):
    """What was proved, and the first thing that is wrong."""

    journal: str
    life: str
    first_seq: int
    last_seq: int
    lines: tuple[ProofLine, ...]
    fault: VaultFault | None
    fingerprint: str
    """Of the key that the file names."""
    own_key_only: bool
    """Nobody said which key it has to be."""

    @property
    def proved(self) -> dict[str, str]:
        """What → how much of it, in English."""
        return self._in_english(PROVED)

    @property
    def not_proved(self) -> dict[str, str]:
        """What → why, in English."""
        return self._in_english(NOT_PROVED)

    def in_fields(self) -> dict[str, list[dict[str, Any]]]:
        """Both for a page."""
        return {
            name: [{"word": line.word, **line.fields} for line in self.lines if line.word in side]
            for name, side in (("proved", PROVED), ("not_proved", NOT_PROVED))
        }

    def plain(self) -> dict[str, Any]:
        """For `--json`."""
        fault = self.fault
        told = None if fault is None else {"code": fault.code, "seq": fault.seq, "details": fault.details}
        if told is not None and fault is not None:
            told |= {"means": FAULTS[fault.code].means, "do": FAULTS[fault.code].do}
        rest = {name: value for name, value in self._asdict().items() if name != "lines"}
        english = {"proved": self.proved, "not_proved": self.not_proved}
        return {**rest, **english, "in_fields": self.in_fields(), "good": fault is None, "fault": told}

    def _in_english(self, side: Mapping[str, tuple[str, str]]) -> dict[str, str]:
        told = ((*side[line.word], line.fields) for line in self.lines if line.word in side)
        return {name: words.format(**fields) for name, words, fields in told}
