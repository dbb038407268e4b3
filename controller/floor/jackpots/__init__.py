"""Progressive jackpots across cabinets: pots that follow from the journals, leases, and claims in the order of commits.

`rows` reads and writes pots, what fed them and claims; `kept` takes both from the entries of a batch, in the batch's
own transaction; `answers` says what a claim is answered; `leases` tells cabinets how the pots stand and lets them play
for a few seconds more; `told` is the same for people, and `proof` what `verify` looks at.
"""
