"""A bundle for whoever helps from elsewhere: logs, versions, how the machine stands. No secret is in it, and no money.

scrubbing  what may be told: fields by name, words without figures and without anything that could be a key
bundle     what is gathered, bounded, and packed
"""
