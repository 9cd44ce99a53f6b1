"""Runs the checks whose names contain the words given, or all of them."""

import sys
import time
import traceback

# These fill CHECKS.
import scenarios, timing, hostile, recognition, watching, talking
from table import CHECKS


def main():
    words, failures, begin = sys.argv[1:], 0, time.monotonic()
    chosen = {name: body for name, body in CHECKS.items() if all(word in name for word in words)}
    for name, body in chosen.items():
        try:
            body()
            print(f"ok      {name}", flush=True)
        except Exception:
            failures += 1
            print(f"FAILED  {name}", flush=True)
            traceback.print_exc()
    print(f"{len(chosen)} checks, {failures} failed, {time.monotonic() - begin:.1f} s")
    sys.exit(failures > 0 or not chosen)


main()
