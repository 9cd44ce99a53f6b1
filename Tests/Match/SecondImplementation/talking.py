"""Words, files and pipes between a real side and a second one."""

import hashlib

from beside import Beside
from piping import Pipe
from table import BOTH, SCRIPT, Table, check, expect


def talking(random, which, **air):
    table = Table(random, which, **air)
    table.second.side.beside = Beside()
    table.start()
    return table, table.second.side.beside


def both(table, real, second, now=None):
    """Has each side say something; `second` is what the second one does."""
    table.real.at(table.air.now, real)
    table.second.side.say_beside(second, table.air.now)
    table.air.settle()


def content(count):
    return bytes((i * 31 + (i >> 8)) & 255 for i in range(count))


@check("words arrive once and in order, through loss and cuts, and change no move:", *BOTH)
def words(random, which):
    table, beside = talking(random, which, loss=0.1, twice=0.1, spread=40)
    table.air.is_bad = True
    spoken = [f"words {number} 棋" for number in range(len(SCRIPT))]

    def between(number):
        both(table, f"words {spoken[number].encode().hex()}", beside.say(spoken[number]))
        if number in (3, 6):
            table.air.cut(table.peer)

    table.play(SCRIPT, between)
    table.air.run(lambda: beside.heard == table.real.words == spoken, 700_000, "the words")
    table.air.is_bad = False
    table.leave()


@check("words are said again to a side whose link was lost, and seen:", *BOTH)
def seen(random, which):
    table, beside = talking(random, which)
    table.air.cut(table.peer)
    both(table, "words " + b"later".hex(), beside.say("later too"))
    table.air.run(lambda: beside.heard == ["later"] and table.real.words == ["later too"], 60_000, "the words")


@check("a file goes over, through loss and a cut, byte by byte:", *BOTH)
def files(random, which):
    table, beside = talking(random, which, loss=0.05, spread=20)
    table.air.is_bad = True
    mine, theirs = content(20_000)[::-1], content(15_000)
    both(table, "file 15000", beside.send(mine))
    table.air.run(lambda: table.real.arrived[0] > 5_000, 700_000, "the first parts")
    table.air.cut(table.peer)
    table.air.run(lambda: table.real.arrived == (20_000, hashlib.sha256(mine).hexdigest()), 700_000, "its file")
    table.air.run(lambda: beside.arrived == [theirs], 700_000, "the other file")


@check("a file goes over a stream in long packets, and on over the air:", *BOTH)
def long_packets(random, which):
    table, beside = talking(random, which, size=61_504)
    table.air.longest = 61_504
    mine, theirs = content(300_000)[::-1], content(900_000)
    both(table, "file 900000", beside.send(mine))
    table.air.run(lambda: table.real.arrived[0] > 100_000, 10_000, "the first parts")
    expect(max(len(data) for _, _, data in table.air.sent) > 60_000, "no packet is long")
    table.air.cut(table.peer)
    table.air.size = 508
    table.air.run(lambda: table.real.arrived == (300_000, hashlib.sha256(mine).hexdigest()), 700_000, "its file")
    table.air.run(lambda: beside.arrived == [theirs], 700_000, "the other file")


@check("a pipe carries more than its window both ways, through loss and a cut, and ends on both sides:", *BOTH)
def pipes(random, which):
    table, beside = talking(random, which, loss=0.02, spread=20)
    table.air.is_bad = True
    mine, theirs = content(300_000)[::-1], content(20_000)
    beside.pipe = Pipe(mine)
    both(table, "pipe 20000", beside.pipe.begin())
    table.air.run(lambda: table.real.piped[0] > 100_000, 700_000, "the first pieces")
    table.air.cut(table.peer)
    table.air.run(lambda: table.real.has_pipe_ended, 2_000_000, "its end")
    expect(table.real.piped == (300_000, hashlib.sha256(mine).hexdigest()), "other bytes")
    table.air.run(lambda: beside.pipe.has_end and beside.pipe.is_whole_there, 700_000, "the other end")
    expect(bytes(beside.pipe.arrived) == theirs, "other bytes here")


@check("each side says that its player is typing, and not any longer, through loss and a cut:", *BOTH)
def typing(random, which):
    table, beside = talking(random, which, loss=0.2, twice=0.2, spread=60)
    table.air.is_bad = True
    for is_typing in (1, 0, 1):
        table.real.at(table.air.now, f"typing {is_typing}")
        table.air.run(
            lambda now=is_typing: bool(beside.seen_there.get("typing")) == bool(now), 300_000, "what it says"
        )
    table.air.cut(table.peer)
    table.play(SCRIPT)
    expect(beside.seen_there.get("typing"), "the next link says that nobody is typing")
    table.leave()
