"""One in Python watches the real host: section 13 of docs/reference/protocol.md."""

from beside import Beside
from table import SCRIPT, Table, check, expect
from watcher import Onlooker
from wire import Envelope


@check("one who watches sees a game from the beginning:", *[("size", size) for size in (18, 180, 508)])
def whole(random, _, size):
    table = Table(random, "real host", size=size)
    table.start()
    first, late = Onlooker(random), Onlooker(random)
    table.air.connect(first)

    def between(number):
        if number == 4:
            table.air.connect(late)

    table.play(SCRIPT, between)
    for watcher in (first, late):
        table.air.run(lambda: watcher.moves == SCRIPT, what="what is seen")
    expect(late.side.wanted == 1, f"the late one asked {late.side.wanted} times")
    expect(table.second.side.watchers == ["Wei", "Wei"], "the guest is not told who watches")
    table.leave()
    table.air.run(lambda: first.side.state == late.side.state == "over", what="the end")


@check("one who watches over bad air, and loses the link:", *[("seed", seed) for seed in (1, 2, 3)])
def bad_air(random, *_):
    table = Table(random, "real host", size=60, loss=0.1, twice=0.1, spread=200)
    table.start()
    watchers = [Onlooker(random) for _ in range(3)]
    peers = [table.air.connect(watcher) for watcher in watchers]
    table.air.run(lambda: all(watcher.side.room for watcher in watchers), what="the watching")
    table.air.is_bad = True

    def between(number):
        if number % 3 == 1:
            table.air.cut(peers[0])
            table.air.wait(1_000)
            peers[0] = next(peer for peer, end in table.air.guests.items() if end is watchers[0])

    table.play(SCRIPT, between)
    what = lambda: str([(end.side.state, end.moves, end.side.events) for end in watchers])
    try:
        table.air.run(lambda: all(watcher.moves == SCRIPT for watcher in watchers), what="what is seen")
    except AssertionError as error:
        raise AssertionError(what()) from error


@check("who is gone sees nothing of what follows")
def gone(random):
    table = Table(random, "real host")
    table.start()
    one, other = Onlooker(random), Onlooker(random)
    table.air.connect(one)
    peer = table.air.connect(other)
    table.air.run(lambda: other.side.room, what="the watching")
    table.air.cut(peer)
    other.side.end("gone", table.air.now)
    before = len(other.side.entries)
    table.play(SCRIPT[:2])
    table.air.run(lambda: one.moves == SCRIPT[:2], what="what is seen")
    expect(len(other.side.entries) == before, "it sees more")


@check("one who watches and moves is cut off, and the game goes on")
def moves(random):
    table = Table(random, "real host")
    table.start()
    watcher = Onlooker(random)
    table.air.connect(watcher)
    table.air.run(lambda: watcher.side.room, what="the watching")
    watcher.side.talk.say(Envelope("move", text="h8"))
    watcher.side.flush(table.air.now)
    table.air.settle()
    table.air.run(lambda: watcher.side.state == "over", what="the cut")
    table.play(SCRIPT)
    table.leave()


@check("those who watch talk, and each hears what the others and the host say")
def talk(random):
    table = Table(random, "real host")
    table.second.side.beside = Beside()
    table.start()
    one, other = Onlooker(random), Onlooker(random)
    for watcher in (one, other):
        table.air.connect(watcher)
    table.air.run(lambda: one.side.may_talk and other.side.may_talk, what="the watching")
    one.side.remark("well played", table.air.now)
    table.air.settle()
    remark = ("Wei", "well played")
    table.air.run(lambda: other.side.remarks == [remark] == table.second.side.remarks, what="the remark")
    expect("remark" in table.real.events, f"{table.real.events}")
    table.real.at(table.air.now, "words " + b"thanks".hex())
    table.air.settle()
    table.air.run(lambda: one.side.remarks == [("", "thanks")] and len(other.side.remarks) == 2, what="the answer")
