"""What a cabinet may not take back: each batch is proved, compared with what is known, and then kept or set aside.

`checking` looks at a batch by itself and is pure. `witness` sets it beside what is known of its journal and keeps it
in one transaction; `heads` does so with what a cabinet says of where it stands; `books` keeps the same figures
as the cabinet, `records` makes rows of facts; `accepting` is what a person decides of another history, `enrolling` of a
journal whose beginning was not seen (`beginnings`), and `handing_in` takes its archives later; `codes` has a row for
everything that can be wrong.
"""
