"""`make golden`."""

from tests.golden import EXAMPLES, FORMS, HERE

for example in EXAMPLES:
    for suffix, form in FORMS.items():
        (HERE / f"{example.stem}{suffix}").write_text(form(example))
