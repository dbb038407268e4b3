"""`python -m controller.commands` is `boxcars`."""

import sys

from controller.commands import main

sys.exit(main())
