"""The desks of the peers that come and go, each with its role: what they say becomes events, and what the table wishes
becomes orders. The loop calls them; they change nothing but through it.

Flat: who is there (`connections`), what one may have kept (`allowance`), what all drivers' desks have in common
(`driver_desk`), and the desks of displays, panels and the uplink.
"""
