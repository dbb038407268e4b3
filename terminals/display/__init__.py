"""The display over the dome: a process that listens to the broadcasts, and its page, which asks for nothing.

One rem of the page is a hundredth of the screen's short side, so every screen shows the same picture; nothing is
written smaller than 2.5 of them. `display.js` takes in what the process says; every other part shows what follows.
"""
