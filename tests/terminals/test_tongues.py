"""Which languages a screen speaks."""

from terminals.common.languages import spoken


def test_a_screen_speaks_what_the_table_is_set_to_in_that_order() -> None:
    assert spoken(["en", "zh", "es"], ["es", "en"]) == ["es", "en"]


def test_a_language_that_a_screen_cannot_speak_is_left_out() -> None:
    assert spoken(["en", "es"], ["zh", "es"]) == ["es"]


def test_a_screen_that_can_none_of_them_speaks_what_it_can() -> None:
    assert spoken(["en"], ["zh"]) == ["en"]
