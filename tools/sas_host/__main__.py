"""`python -m tools.sas_host`: the same as `boxcars sas-host`."""

import argparse

from tools.sas_host.commands import add_arguments, run

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tools.sas_host", description="A SAS 6.02 host, for trying machines."
    )
    add_arguments(parser)
    raise SystemExit(run(parser.parse_args()))
