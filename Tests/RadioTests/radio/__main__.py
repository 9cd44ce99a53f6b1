"""Runs one plan in the VM: `python3 -m radio PLAN`."""

import sys

from . import bench, scenarios

PLANS = {"one": scenarios.main, "bench": bench.main}

PLANS[sys.argv[1]]()
