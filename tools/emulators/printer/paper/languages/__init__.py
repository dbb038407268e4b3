"""The languages that the printer has: a module each, named as the job names it. One more is one more module.

`language`: what each of them says of itself.
"""

from importlib import import_module
from pkgutil import iter_modules

from tools.emulators.printer.paper.languages.language import REFERENCE, Language

LANGUAGES: dict[str, Language] = {
    code.name: import_module(f"{__name__}.{code.name}").LANGUAGE
    for code in iter_modules(__path__)
    if code.name != "language"
}


def language_of(code: str) -> Language:
    """English in one that the printer does not have."""
    return LANGUAGES.get(code, LANGUAGES[REFERENCE])
