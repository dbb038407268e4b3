"""Notices to staff, by mail: what has called for somebody for so long, told to whom the house's rules name.

`due` finds by rule what is to be told, and no more than once; `letters` says it in the house's language; `post` hands
letters to the house's mail server, and keeps trying. No money is in them.
"""
