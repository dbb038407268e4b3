"""The typefaces of the screens, cut to what they write: `python -m tools.fonts` makes `terminals/common/page/fonts`.

Nothing of it is on a cabinet: the files that it makes are in the repository, with their licences. Whoever adds words in
Chinese runs it again; `tests/browser/test_typeface.py` names the signs that are missing.
"""
