"""Recall on a recorded week: every round as the players saw it, and line by line."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.menu.cabinet import PATIENCE_MS, Menu
from tests.browser.menu.records.in_words import amount, bet, what_happened
from tests.browser.menu.week import WeekCabinet, cents, rows_of


def a_round(week: WeekCabinet, with_what: str) -> dict[str, Any]:
    found = week.of_the_journal("recall", "--last", 200)["rounds"]
    chosen: dict[str, Any] = next(
        one for one in found if one["how"] == "settled" and any(row["what"] == with_what for row in one["happened"])
    )
    return chosen


def show_round(menu: Menu, number: int) -> None:
    menu.go("recall")
    menu.page.fill("#number", str(number))
    menu.tap("#search")
    expect(menu.see("#recall-mark")).to_contain_text(f"Round {number} ", timeout=PATIENCE_MS)


def held(menu: Menu) -> None:
    """Whatever an earlier test left: somebody holds the table now."""
    menu.go("table")
    menu.act("hold")
    menu.confirm()
    expect(menu.see('[data-hold="operator"]')).to_be_visible(timeout=PATIENCE_MS)


def test_recall_shows_a_round_line_by_line_on_a_held_table_and_is_labelled(menu: Menu, week: WeekCabinet) -> None:
    held(menu)
    told = a_round(week, "no roll")
    show_round(menu, told["round"])
    expect(menu.see("#recall-mark")).to_contain_text("RECALL")
    settled = [row for row in told["happened"] if row["what"] == "settled"]
    shown = list(rows_of(menu, "#settled").values()) if settled else []
    assert [(cells[0], cents(cells[2]), cents(cells[3]), cells[5]) for cells in shown] == [
        (str(row["seat"]), row["stake"], row["paid"], row["result"]) for row in settled
    ]
    for seat, money in told["seats"].items():
        cells = rows_of(menu, "#balances")[f"balance-{seat}"]
        amounts = [
            (money["before"][name], money["after"][name]) for name in ("credits", "layout", "vigorish", "locked")
        ]
        assert [cents(cell) for cell in cells[1:9]] == [amount for pair in amounts for amount in pair]
    throws = menu.page.evaluate("[...document.querySelectorAll('[data-throw]')].map((one) => one.dataset.throw)")
    assert throws == [
        row["outcome"] if row["what"] == "no roll" else "-".join(map(str, row["faces"]))
        for row in told["happened"]
        if row["what"] in ("no roll", "result")
    ]
    expect(menu.see("#happened tbody tr")).to_have_count(len(told["happened"]))


def test_the_felt_is_as_each_player_saw_it(menu: Menu, week: WeekCabinet) -> None:
    told = a_round(week, "settled")
    show_round(menu, told["round"])
    script = "[...document.querySelectorAll('[data-chip]')].map((one) => [one.dataset.chip, +one.dataset.amount])"
    for seat, laid in told["layout"].items():
        menu.tap(f'[role="radio"][data-value="{seat}"]')
        expect(menu.see(f'[data-value="{seat}"][aria-checked="true"]')).to_be_visible(timeout=PATIENCE_MS)
        expect(menu.see("[data-chip]")).to_have_count(len(laid["stakes"]), timeout=PATIENCE_MS)
        assert sorted(menu.page.evaluate(script)) == sorted(laid["stakes"])


def test_the_felt_offers_what_was_offered_then_and_the_hand_stands_as_it_stood(menu: Menu, week: WeekCabinet) -> None:
    told = a_round(week, "settled")
    seen = week.of_the_journal("recall", "--round", told["round"], "--felt")
    show_round(menu, told["round"])
    spots = menu.page.evaluate("[...document.querySelectorAll('#felt [data-spot]')].map((one) => one.dataset.spot)")
    assert sorted(spots) == sorted(seen["felt"]["offer"]["spots"])
    before = seen["hand"]["before"]
    hand = menu.see("#hand-then")
    expect(hand).to_have_attribute("data-point", str(before["point"] or "off"))
    expect(hand).to_have_attribute("data-rolls", str(before["rolls"]))
    limits = seen["felt"]["offer"]["limits"]
    expect(menu.see("#limits-then")).to_contain_text(f"{amount(limits['min'])} to {amount(limits['max'])}")
    lay = seen["felt"]["offer"]["spots"]["lay:10"]
    menu.see('#felt [data-spot="lay:10"]').dispatch_event("click")
    expect(menu.see("#spot-says")).to_contain_text(f"{bet('lay:10')}: pays {lay['pays']['']} · {amount(lay['min'])} to")
    for seat, laid in told["layout"].items():
        menu.tap(f'[role="radio"][data-value="{seat}"]')
        expect(menu.see("#wagers tbody tr")).to_have_count(len(laid["stakes"]), timeout=PATIENCE_MS)
        rows = rows_of(menu, "#wagers")
        added, held = dict(laid["added"]), dict(laid["vigorish"])
        assert {name: [cents(cell) for cell in cells[1:4]] for name, cells in rows.items()} == {
            name: [stake, added.get(name, 0), held.get(name, 0)] for name, stake in laid["stakes"]
        }


def rounds_with_everything(week: WeekCabinet) -> list[dict[str, Any]]:
    """So few rounds that every kind of line which the week has is in one of them."""
    found = week.of_the_journal("recall", "--last", 200)["rounds"]
    wanted = {row["what"] for one in found for row in one["happened"]}
    chosen = []
    while wanted:
        best = max(found, key=lambda one: len(wanted & {row["what"] for row in one["happened"]}))
        wanted -= {row["what"] for row in best["happened"]}
        chosen.append(best)
    return chosen


LINES = """[...document.querySelectorAll('#happened tbody tr')].map((row) => {
  const parts = [...row.querySelectorAll('.part')];
  const told = parts.map((part) => [part.dataset.part, part.querySelector('b').textContent]);
  return [+row.dataset.row, row.cells[1].textContent, row.cells[2].textContent, Object.fromEntries(told)];
})"""


def test_every_line_and_every_part_of_it_is_told_in_words(menu: Menu, week: WeekCabinet) -> None:
    for told in rounds_with_everything(week):
        show_round(menu, told["round"])
        shown = menu.page.evaluate(LINES)
        assert len(shown) == len(told["happened"])
        for (seq, seat, what, parts), row in zip(shown, told["happened"], strict=True):
            assert (seq, what, parts) == (row["seq"], *what_happened(row))
            of = row.get("seat", row.get("asked", {}).get("seat", ""))
            assert seat == ("house" if row["what"] == "shooter" and of is None else str(of or ""))
        if told["layout"] and set(told["layout"]) == set(told["seats"]):
            paper_has(menu, told)
        names = menu.page.evaluate("[...document.querySelectorAll('.part i')].map((one) => one.textContent)")
        assert not [name for name in names if "_" in name]


def paper_has(menu: Menu, told: dict[str, Any]) -> None:
    """The sheet that is printed has the label, the felt with its chips, and every line."""
    menu.tap("#report")
    menu.tap("#print")
    expect(menu.see("#paper .recall-mark")).to_contain_text("RECALL")
    seat = menu.see('[role="radio"][aria-checked="true"]').get_attribute("data-value")
    expect(menu.see("#paper .recalled-felt [data-chip]")).to_have_count(len(told["layout"][seat]["stakes"]))
    on_screen = menu.page.evaluate("[...document.querySelectorAll('#happened .part')].map((one) => one.textContent)")
    on_paper = menu.page.evaluate("[...document.querySelectorAll('#paper .part')].map((one) => one.textContent)")
    assert on_paper == on_screen
    menu.shut_dialog()


def test_an_attendant_recalls_while_the_journal_is_verified(menu: Menu, week: WeekCabinet) -> None:
    menu.go("software")
    menu.tap("#verify-journal")
    menu.leave()
    try:
        menu.enter("ann")
        show_round(menu, a_round(week, "result")["round"])
        expect(menu.see("#felt")).to_be_visible()
        expect(menu.see("#script")).to_be_enabled()
    finally:
        menu.leave()
