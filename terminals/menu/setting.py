"""The service menu's own screen is set right: begun by who is signed in, and on record by an act of theirs."""

from terminals.common.web import Page
from terminals.menu.desk import MenuDesk
from terminals.menu.said import ActSaid, SetTouchSaid
from terminals.touch.desk import TouchDesk
from terminals.touch.setting import Record

ACT = "calibrate_menu"


class MenuTouch:
    """Of one station."""

    def __init__(self, touch: TouchDesk, desk: MenuDesk) -> None:
        self._touch, self._desk = touch, desk
        self._page: Page | None = None
        """Whose person began it."""

    def begin(self, page: Page, said: SetTouchSaid) -> None:
        """Only what the controller offers this person now, so not while play goes on."""
        why = self._touch.why_not() if self._desk.may(page, ACT) else "role"
        page.tell({"kind": "answer", "tag": said.tag, "ok": not why, "code": why or "ok", "reason": "", "details": {}})
        if not why:
            self._page = page
            self._touch.begin(self._record, lambda _: None, said.as_delivered)

    def look_around(self) -> None:
        """Whoever began it has left, and nobody confirms it in their name."""
        if self._touch.is_busy and self._page is not None and self._desk.who_at(self._page) is None:
            self._touch.leave("signed_out")

    def _record(self, record: Record) -> None:
        act = ActSaid(kind="act", tag=1, act=ACT, before=record.before, after=record.after)
        self._desk.do(act, lambda told: self._touch.recorded(told["ok"], told["code"]))
