"""Which test speaks a poll byte by byte and reads what is answered, to the digit."""

from typing import NamedTuple


class ByBytes(NamedTuple):
    """A test of this room."""

    file: str
    name: str


def _in(file: str, name: str, codes: str) -> dict[int, ByBytes]:
    return dict.fromkeys(bytes.fromhex(codes), ByBytes(f"test_{file}.py", f"test_{name}"))


TESTS: dict[int, ByBytes] = {
    **_in("polls", "an_order_is_acknowledged_once_it_is_committed", "01 02 06 07"),
    **_in("polls", "which_notes_are_let_in_comes_as_bits_lowest_byte_first", "08"),
    **_in("engine", "real_time_is_turned_off_again_and_anything_else_is_refused", "0e"),
    **_in(
        "polls",
        "a_poll_without_data_is_answered_from_the_committed_meters",
        "0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1f 51 54 55 56 7e 84 85 87",
    ),
    **_in("polls", "a_sealed_poll_is_answered_from_them_too", "2f 52 53 6f 83 94 a0 a8"),
    **_in("signing", "it_is_acknowledged_and_told_when_it_is_there_until_the_host_has_it", "21"),
    **_in("tickets", "the_last_ticket_is_told_by_its_last_eight_digits_and_read_in_its_turn", "3d"),
    **_in("tickets", "an_identity_is_taken_only_where_numbers_are_made_here", "4c"),
    **_in("tickets", "a_ticket_that_is_out_is_read_with_all_that_it_says_and_that_is_told_once", "4d"),
    **_in("tickets", "a_cash_out_is_told_and_its_number_is_taken_once_it_is_on_the_disk", "57 58"),
    **_in("tickets", "a_ticket_at_escrow_is_told_and_the_hosts_word_on_it_pends_until_it_is_in_the_box", "70 71"),
    **_in("transfers", "a_transfer_is_told_to_the_table_and_answered_once_that_has", "72"),
    **_in("transfers", "poll_73_registers_and_says_how_that_stands", "73"),
    **_in("transfers", "poll_74_locks_and_says_what_may_move", "74"),
    **_in("tickets", "the_host_asks_and_turns_what_is_on", "7b"),
    **_in("texts", "a_host_that_only_asks_is_told_whether_its_texts_stand", "7c 7d"),
    **_in("polls", "what_the_host_sets_is_by_how_much_it_is_ahead", "7f"),
    **_in("progressives", "a_broadcast_is_shown_once_and_nobody_answers", "80"),
    **_in("progressives", "several_levels_come_in_one_and_others_stay_for_their_time", "86"),
    **_in("polls", "a_bonus_without_a_name_is_refused_and_pays_nothing", "8a"),
}
"""By the number of the poll."""
