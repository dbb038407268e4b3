"""What goes with a release: our own wheel, the bill of materials, licences, and what is known against the lock."""
