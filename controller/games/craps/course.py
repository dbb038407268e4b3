"""The course of a round of craps, and what each outcome of the dice unit means for it."""

from controller.games.interface import Course

MEANS: dict[str, str] = {
    "ok": "result",
    "leaning": "again",
    "stacked": "again",
    "unreadable": "again",
    "aborted": "again",
    "never_at_rest": "again",
    "die_missing": "hold",
    "foreign_object": "hold",
    "extra_die": "hold",
    "lid_opened": "hold",
    "power_lost": "power",
}
"""What each outcome of the dice unit means for the round."""

COURSE = Course(
    window=("betting",),
    timers={
        "betting": ("bet_time",),
        "shooting": ("shoot_time",),
        "settling": ("result_time",),
        "asking": ("withdraw_time",),
    },
    asks_after_power_failure=True,
)
