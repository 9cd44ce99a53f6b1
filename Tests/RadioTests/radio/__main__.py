"""Runs one plan in the VM: `python3 -m radio PLAN`."""

import sys

from . import bench, scenarios, two

PLANS = {
    "one": lambda: scenarios.main(scenarios.ONE),
    "more": lambda: scenarios.main(scenarios.MORE, fresh=True),
    "bench": bench.main,
    "two-host": two.host_main,
    "two-guest": two.guest_main,
}

PLANS[sys.argv[1]]()
