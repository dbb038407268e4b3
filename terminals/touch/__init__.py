"""A touch screen is set right by who stands before it, without a tool and without opening the cabinet.

`taps` is the arithmetic: from taps beside crosses to a matrix, or why they cannot be one. `setting` is one setting from
the first cross to the touch that keeps it; pages draw what it says (`common/page/shown/crosses.js`). It asks root for
what no process of a screen may do by a word in a file (`asking`). `root` runs as root, for a moment, when such a word
is there: it finds the touch screen (`screens`), writes one rule for udev, and takes it back if nobody keeps it.
"""
