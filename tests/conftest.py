"""How the suite runs: property tests are bounded and the same every time (`HYPOTHESIS_PROFILE=wild` is neither)."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", derandomize=True, max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wild", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
