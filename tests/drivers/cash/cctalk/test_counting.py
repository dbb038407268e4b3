"""Which events are new: the counter that goes from 255 to 1, resets, and what was lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.cash.acceptor import Mark
from drivers.cash.cctalk.counting import CounterNews, news_of
from drivers.cash.cctalk.messages import Events

FIVE = ((5, 0), (4, 0), (3, 0), (2, 0), (1, 0))


@given(last=st.integers(1, 255), count=st.integers(0, 5))
def test_up_to_five_are_new_oldest_first_wherever_the_counter_stands(last: int, count: int) -> None:
    counter = (last - 1 + count) % 255 + 1
    news = news_of(Mark(2, last), Events(counter, FIVE), None)
    assert (news.mark, news.reset, news.lost) == (Mark(2, counter), False, None)
    assert [code for _, code in news.fresh] == [*reversed(FIVE[:count])]
    assert [mark.counter for mark, _ in news.fresh] == [(last + step) % 255 + 1 for step in range(count)]


@given(last=st.integers(1, 255), beyond=st.integers(6, 254))
def test_of_more_than_five_the_rest_is_lost(last: int, beyond: int) -> None:
    counter = (last - 1 + beyond) % 255 + 1
    news = news_of(Mark(0, last), Events(counter, FIVE), None)
    assert (news.lost, len(news.fresh), news.mark.counter) == (beyond - 5, 5, counter)


@pytest.mark.parametrize("last", [1, 17, 255])
def test_a_counter_of_0_is_a_reset_and_begins_an_epoch(last: int) -> None:
    assert news_of(Mark(3, last), Events(0, FIVE), None) == CounterNews(Mark(4, 0), Mark(4, 0), reset=True)


def test_a_counter_that_stays_0_is_nothing_new() -> None:
    assert news_of(Mark(4, 0), Events(0, FIVE), FIVE) == CounterNews(Mark(4, 0), Mark(4, 0))


@pytest.mark.parametrize("counter", [1, 3, 5])
def test_after_a_reset_one_to_five_are_all_new(counter: int) -> None:
    news = news_of(Mark(4, 0), Events(counter, FIVE), None)
    assert [mark for mark, _ in news.fresh] == [Mark(4, step) for step in range(1, counter + 1)]
    assert news.lost is None


@pytest.mark.parametrize("counter", [6, 254, 255])
def test_after_a_reset_more_than_five_are_partly_lost(counter: int) -> None:
    assert news_of(Mark(4, 0), Events(counter, FIVE), None).lost == counter - 5


def test_events_that_are_others_now_than_before_contradict_the_counter() -> None:
    others = ((9, 0), *FIVE[1:])
    assert news_of(Mark(1, 8), Events(8, others), FIVE).lost == 0
    assert news_of(Mark(1, 8), Events(9, ((7, 1), *FIVE[:4])), FIVE).lost is None


@given(last=st.integers(1, 255), counter=st.integers(1, 4))
def test_a_counter_that_cannot_have_gone_on_with_places_never_used_has_begun_anew(last: int, counter: int) -> None:
    shown = Events(counter, (*FIVE[:counter], *[(0, 0)] * (5 - counter)))
    before = tuple((kind, 1) for kind in range(9, 4, -1))
    news = news_of(Mark(3, last), shown, before)
    assert (news.mark, news.since, news.reset, news.lost) == (Mark(4, counter), Mark(4, 0), True, None)
    assert news.fresh == tuple((Mark(4, step), FIVE[counter - step]) for step in range(1, counter + 1))


@pytest.mark.parametrize("counter", [5, 9, 200])
def test_a_unit_that_is_known_to_have_begun_anew_has_told_all_that_it_counts(counter: int) -> None:
    news = news_of(Mark(3, 230), Events(counter, FIVE), None, unset=True)
    assert (news.mark, news.since, news.reset) == (Mark(4, counter), Mark(4, 0), True)
    assert (len(news.fresh), news.lost) == (5, counter - 5 if counter > 5 else None)


def test_a_counter_that_went_on_from_where_it_stood_tells_nothing_twice_though_the_unit_began_anew() -> None:
    """Its reset was stored and what it told after it, and then nobody came to set it."""
    shown = Events(1, ((0, 21), *[(0, 0)] * 4))
    assert news_of(Mark(4, 1), shown, None, unset=True) == CounterNews(Mark(4, 1), Mark(4, 1), reset=True)


def test_five_events_without_a_place_left_are_no_sign_of_a_start() -> None:
    assert news_of(Mark(3, 20), Events(5, FIVE), None).lost == 235
