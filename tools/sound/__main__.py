"""`python -m tools.sound`: makes the committed sounds and calls anew."""

from tools.sound.making import main

main()
