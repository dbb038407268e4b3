"""The desk of the operators' stations (`stations`): who comes in (`reception`, `sessions`, `pins`), what they may look
at (`looks`) and what they may do (`acts`, and `settings`).

The loop calls it, as every desk; what an act does is the table's.
"""
