"""What every rule book says of itself, whatever game it is of. It has a canonical form and a digest over it."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NoReturn, Self

from pydantic import BaseModel, BeforeValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from config.files.complaints import WHOLE_SENTENCE, Must, complaint, plain, shown
from config.files.strict import Strict
from config.text.sentence import Sentence
from controller.games.setting import SettingRow, settings_of

LONGEST_PATH = 120


def _name(value: Any) -> Any:
    if not (isinstance(value, str) and re.fullmatch(r"[a-z0-9_]{1,40}", value)):
        raise ValueError("must be a name of 1 to 40 small letters, digits and underscores")
    return value


Text = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, BeforeValidator(_name)]


class GameBook(Strict):
    """One house's rules of one game. A game's own book adds `settings` and what it offers and pays."""

    plays: ClassVar[str] = ""
    """The game that it is of."""

    name: Name
    title: Text
    source: Text

    def canonical(self) -> str:
        """The one text for a book that says this, whatever its file looks like; it can be read again."""
        return json.dumps(
            self.model_dump(mode="json", exclude_none=True), sort_keys=True, separators=(",", ":"), ensure_ascii=True
        )

    def digest(self) -> str:
        """SHA-256 of the canonical form, in hexadecimal."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()

    def settings_in_force(self) -> dict[str, Any]:
        """The settings as plain data; those that this book does not have are left out."""
        said: Strict = dict(self)["settings"]
        return said.model_dump(mode="json", exclude_none=True)

    def with_settings(self, change: dict[str, Any]) -> Self:
        """This book with some settings turned; ValidationError where that may not be."""
        said: Strict = dict(self)["settings"]
        settings = said.model_dump(exclude_none=True)
        for key, value in change.items():
            both_tables = isinstance(value, dict) and isinstance(settings.get(key), dict)
            settings[key] = {**settings[key], **value} if both_tables else value
        return self.model_validate({**dict(self), "settings": settings})

    def turned(self, change: Mapping[str, Any]) -> Self:
        """This book, or another whose data stand under `book`, with the other settings of the change."""
        settings = dict(change)
        book = self if "book" not in settings else self._another(settings.pop("book"))
        return book.with_settings(settings)

    def _another(self, rules: Any) -> Self:
        """Other rules of this game; a table plays one for good."""
        named = rules.get("game", self.plays) if isinstance(rules, Mapping) else self.plays
        if self.plays and named != self.plays:
            text = f"this table plays {self.plays} for good, and these are rules of {shown(named, 40)}"
            wrong("book.game", text, "other_game")
        return type(self).model_validate(rules)

    def setting_names(self) -> set[str]:
        """The keys of its settings, turned or not."""
        said: Strict = dict(self)["settings"]
        return set(type(said).model_fields)

    def turned_or_refused(self, change: Mapping[str, Any]) -> Self | tuple[str, str]:
        """`turned`, or code and reason why there is no such book."""
        try:
            return self.turned(change)
        except ValidationError as error:
            return "bad_setting", complaint(error)
        except PydanticCustomError as error:
            context: Any = error.context
            return "bad_setting", Sentence(error.message(), {"where": context["key"], **context["about"]})

    @classmethod
    def setting_rows(cls) -> tuple[SettingRow, ...]:
        """Every setting of the game, as its model has them."""
        model = cls.model_fields["settings"].annotation
        return settings_of(model) if isinstance(model, type) and issubclass(model, BaseModel) else ()


def wrong(key: str, problem: str, must: Must = "form", **fields: object) -> NoReturn:
    """Refuse a book: the key and what is wrong there, for a validator to raise; for pages with a word and fields."""
    raise problem_at(key, problem, must, **fields)


def problem_at(key: str, problem: str, must: Must = "form", **fields: object) -> PydanticCustomError:
    """A complaint that already names its key."""
    context = {"key": plain(key, LONGEST_PATH), "problem": problem, "about": {"must": must, **fields}}
    return PydanticCustomError(WHOLE_SENTENCE, "{key}: {problem}", context)
