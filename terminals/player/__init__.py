"""A player's terminal: one process for each seat, and its page.

`process` has the line to the controller and the pages; `seat` is the seat as its terminal knows it, pure, with `taken`
and `past_rounds`; `acts` is what a page may ask; `pulse` measures how long heartbeats take. The page, `page/`, is plain
ES modules without a build step: what the terminal says goes into `state.js`, and every part shows what follows from
it. It decides nothing. The first line of each file says what is in it; `main.js` connects them.
"""
