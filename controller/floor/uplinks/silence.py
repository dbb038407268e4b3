"""Who has fallen silent, counted in looks that this floor itself was awake for.

No clock that somebody sets says anything of silence, nor does time in which the floor slept or had no store.
"""


class Silence:
    """How long each cabinet was not heard, in milliseconds."""

    def __init__(self, longest_look_ms: int) -> None:
        self._longest_look_ms = longest_look_ms
        self._heard: dict[str, int] = {}
        self._quiet: dict[str, int] = {}

    def of(self, cabinet: str, heard_at: int, since_last_look_ms: int) -> int:
        """At this look, which was so long after the one before."""
        if self._heard.get(cabinet) != heard_at:
            self._heard[cabinet], self._quiet[cabinet] = heard_at, 0
        else:
            self._quiet[cabinet] += min(since_last_look_ms, self._longest_look_ms)
        return self._quiet[cabinet]
