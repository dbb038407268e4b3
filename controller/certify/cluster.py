"""Chunks on a cluster, through Dask: the same chunks, so the same result, whoever plays them.

A worker that is lost takes with it the chunks it was playing, and Dask gives them to another. Scheduler and workers
need the same Boxcars installed; a worker with another engine says so.
"""

from collections.abc import Iterable
from concurrent.futures import CancelledError
from itertools import islice

from controller.certify.crew import Home, WorkersLost
from controller.certify.play import Task, play

PATIENCE = "60s"
"""To reach the scheduler."""

WAITING, LEAST_WAITING = 4, 16
"""Chunks handed out for each thread of the cluster, and the least of all."""


class NoCluster(Exception):
    """There is no cluster at this address, or no Dask here; the text says what to do."""


def play_on_cluster(tasks: Iterable[Task], address: str, home: Home) -> None:
    """Play all chunks on the workers of this scheduler."""
    try:
        from distributed import Client, KilledWorker, as_completed
    except ImportError as error:
        raise NoCluster("--cluster needs Dask: pip install 'boxcars[cluster]'") from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"--cluster: no scheduler of Dask answers at {address}: {error}") from error
    pending = iter(tasks)
    with client:
        most = max(LEAST_WAITING, WAITING * sum(client.nthreads().values()))
        first = [client.submit(play, task, pure=False) for task in islice(pending, most)]
        out = as_completed(first, loop=client.loop)
        for future in out:
            try:
                tally = future.result()
            except KilledWorker as error:
                raise WorkersLost(f"a chunk lost its worker again and again: {error}") from error
            except (OSError, CancelledError) as error:
                raise WorkersLost(f"the scheduler at {address} is gone; the same seed plays the run again") from error
            except (ImportError, RuntimeError) as error:
                raise WorkersLost(f"the cluster cannot play; it needs the same Boxcars as here: {error}") from error
            home(tally)
            future.release()
            for task in islice(pending, 1):
                out.add(client.submit(play, task, pure=False))
