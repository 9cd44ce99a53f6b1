"""What bleak and bless see of each other, and of Tabletooth: `python3 bleak_bless --program TABLETOOTH [--like VERSION] [--radio]`.

Each scenario prints a line: its number, what happens, and what came of it in words. It needs bleak 3.1 and bless 0.3 of PyPI. With
`--like` it runs on the virtual air of the program; without, on the system bus, with two adapters that nobody else uses. With
`--record FILE` only the differences are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "conformance"))

import compare  # noqa: E402


@contextlib.contextmanager
def virtual_air(program: str, version: str) -> Iterator[None]:
    """The bus of a virtual air takes the place of the system bus."""
    with subprocess.Popen([program, "air", "--like", version], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as air:
        assert air.stdout
        address = next(found[1] for line in air.stdout if (found := re.search(r"TABLETOOTH_BUS=(\S+)", line)))
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = os.environ["TABLETOOTH_BUS"] = address
        try:
            yield
        finally:
            air.terminate()


async def steps(options: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Runs all scenarios."""
    # Only now: bleak reads the address of the bus when it is imported.
    from scenarios import Scenarios

    scenarios = Scenarios(options.program, options.radio)
    for number, (name, run) in enumerate(scenarios.all(), 1):
        try:
            answer = await asyncio.wait_for(run(), 170 if options.radio else 20)
        except Exception as error:  # pylint: disable=broad-except
            answer = f"{type(error).__name__}: {error}"
        tell(f"{number:03} {name}: {answer}")


def main() -> int:
    """Runs the scenarios as the command line wants."""
    parser = argparse.ArgumentParser(prog="bleak_bless", description=__doc__)
    parser.add_argument("--program", metavar="TABLETOOTH", required=True)
    parser.add_argument("--like", metavar="VERSION", help="run on a virtual air")
    parser.add_argument("--radio", action="store_true", help="let everything take the time that a radio takes")
    parser.add_argument("--record", metavar="FILE", help="compare with these answers")
    options = parser.parse_args()
    lines: list[str] = []
    with virtual_air(options.program, options.like) if options.like else contextlib.nullcontext():
        asyncio.run(steps(options, lines.append if options.record else lambda line: print(line, flush=True)))
    return compare.report(options.record, lines, None) if options.record else 0


sys.exit(main())
