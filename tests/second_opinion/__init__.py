"""A second, independent engine, written from the rule books alone, to which the machine's own is compared.

Nothing in here but the comparison itself (`test_agreement`, for roulette `compare` too) may import `controller`: what
is shared cannot disagree.
"""
