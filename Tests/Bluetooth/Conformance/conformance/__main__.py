"""The checks of bluetoothd's answers: `python3 conformance [--address BUS] [--radio] [SECTION...]`.

Each check prints one line: its number, its name, and the answer in words. `--radio` lets everything take the time that a
radio takes. With `--record FILE [--differs FILE]` only the differences are printed. `--compare RECORD ANSWERS` runs nothing,
and says where two files of answers differ. At the line `~restart` it waits for a line on standard input: somebody has
to start bluetoothd again until then.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial

import adapters
import advertising
import attributes
import compare
import devices
import discovery
import links
import pairing
import power
import programs
import restart
import serving
from scene import Scene

SECTIONS = {
    "adapters": adapters.run, "discovery": discovery.run, "advertising": advertising.run, "devices": devices.run,
    "serving": serving.run, "attributes": attributes.run, "links": links.run, "power": power.run,
    "pairing": pairing.run, "restart": restart.run, "programs": programs.run,
}


def main() -> int:
    """Runs the sections that the command line names, or all."""
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument("--address", default="unix:path=/run/dbus/system_bus_socket", metavar="BUS")
    parser.add_argument("--radio", action="store_true")
    parser.add_argument("--record", metavar="FILE", help="compare with these answers")
    parser.add_argument("--compare", nargs=2, metavar="FILE")
    parser.add_argument("--differs", metavar="FILE", help="the numbers of checks that are known to differ")
    parser.add_argument("sections", nargs="*", metavar="SECTION")
    options = parser.parse_args()
    if options.compare:
        record, answers = options.compare
        return compare.report(record, compare.lines(answers), options.differs)
    lines: list[str] = []
    scene = Scene(options.address, options.radio, lines.append if options.record else partial(print, flush=True))
    for name, run in SECTIONS.items():
        if not options.sections or name in options.sections:
            run(scene)
    if not options.record:
        return 0
    return compare.report(options.record, lines, options.differs)


sys.exit(main())
