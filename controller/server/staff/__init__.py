"""The desk of the operators' stations: who comes in (`reception`, `sessions`, `pins`), what they may look at (`looks`)
and what they may do (`offers`; `acts_with_pins` where a PIN comes with it).

The loop calls it, as every desk; what an act does is the table's.
"""
