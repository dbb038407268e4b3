"""What people read: money as the house writes it, words that steer no screen, the languages there are, sentences
that keep what they were made of.

Everybody may call it; it calls nobody but `files`.
"""
