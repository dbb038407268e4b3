"""What each outcome that the wheel can report means for the round."""

from typing import Literal, get_args

NoSpin = Literal[
    "same_direction",
    "not_spun",
    "under_four_revolutions",
    "foreign_object",
    "no_compartment",
    "ball_out",
    "ball_broken",
    "rotor_stopped",
    "rotor_not_turning",
    "interference",
    "aborted",
    "power_lost",
    "unreadable",
]
"""Why a round is void (R5.1 to R5.10, and what only a machine knows). A lost power too: its rotor has stopped."""
NO_SPINS: tuple[NoSpin, ...] = get_args(NoSpin)

LOOKED_AT = ("foreign_object", "ball_out", "ball_broken", "interference")
"""Those for which a person has to look before play goes on."""

CONTRADICTORY = (
    "outcome_unknown",
    "number_unknown",
    "number_without_ok",
    "ball_unknown",
    "ok_under_four_revolutions",
    "ok_same_direction",
    "ok_without_ball",
    "ok_without_rotor",
    "not_same_direction",
    "not_under_four_revolutions",
    "not_spun_with_ball",
)
"""How an authentic report can contradict itself: a malfunction of the wheel, and no result (R5.12)."""

MEANS: dict[str, str] = {
    "ok": "result",
    **dict.fromkeys(NO_SPINS, "void"),
    **dict.fromkeys((*LOOKED_AT, *CONTRADICTORY), "void and hold"),
}
"""Nothing is spun again inside a round."""
