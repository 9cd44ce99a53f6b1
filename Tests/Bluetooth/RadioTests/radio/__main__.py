"""Runs one plan in the VM: `python3 -m radio PLAN [SCENARIO]`."""

import sys

from . import bench, bleak, conformance, library, marathon, more, reboot, room, scenarios, two

PLANS = {
    "one": scenarios.main,
    "rest": scenarios.rest_main,
    "more": more.main,
    "library": library.main,
    "conformance": conformance.main,
    "bleak": bleak.main,
    "bench": bench.main,
    "marathon": marathon.main,
    "room": room.main,
    "reboot-before": reboot.before_main,
    "reboot-after": reboot.after_main,
    "two-host": two.host_main,
    "two-guest": two.guest_main,
}

PLANS[sys.argv[1]](*sys.argv[2:])
