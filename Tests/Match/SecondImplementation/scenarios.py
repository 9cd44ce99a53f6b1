"""Meetings, games, losses, cuts and kills."""

import wire
from table import BOTH, LONG, SCRIPT, Table, check, expect
from wire import Envelope


@check("the vectors of section 10")
def vectors(_):
    import vectors

    vectors.check_all()


@check("a first meeting shows the same six digits to both:", *BOTH)
def meeting(random, which):
    Table(random, which).meet()


@check("this side does not accept, and says so:", *BOTH)
def decline(random, which):
    table = Table(random, which)
    table.second.accepts_at_once = False
    table.air.connect(table.guest)
    table.air.run(lambda: table.second.digits and table.real.digits, what="the digits")
    table.second.side.decline(table.air.now)
    table.air.settle()
    table.air.run(lambda: not table.air.links, what="the end")
    expect(table.real.events == [{"real host": "strangerRejected", "real guest": "ended"}[which]], table.real.events)


@check(
    "a game of Gomoku is played to a win:",
    *[(which, first, "begins,", size) for which, in BOTH for first in ("host", "guest") for size in (18, 180, 508)],
)
def game(random, which, first, _, size):
    table = Table(random, which, size=size)
    table.start(first)
    table.play(SCRIPT)
    expect("game over" in table.real.events, "the real board does not see the win")
    table.leave()
    packets = [data for _, _, data in table.air.sent if data[1]]
    expect(max(map(len, packets)) <= size, "a packet is too long")
    expect(len(packets) < 200, f"{len(packets)} packets are many for this")


@check(
    "a game over air that loses, repeats and swaps packets:",
    *[(which, size, "bytes, seed", seed) for which, in BOTH for size in (18, 60, 508) for seed in (1, 2)],
)
def bad_air(random, which, size, *_):
    table = Table(random, which, size=size, loss=0.25, twice=0.2, spread=400)
    table.start()
    table.air.is_bad = True
    table.play(SCRIPT)
    table.air.is_bad = False
    table.leave()


@check("two hundred messages at once, in packets of 18 bytes:", *BOTH)
def flood(random, which):
    table = Table(random, which, size=18, loss=0.05, spread=50)
    table.start()
    table.air.is_bad = True
    for number in range(200):
        table.second.side.submit(Envelope("pause", on=number % 2 == 0), table.air.now)
    table.air.settle()
    table.air.run(lambda: table.is_same(201), what="the flood")


@check("a cut, and what was said meanwhile:", *BOTH)
def resume(random, which):
    table = Table(random, which)
    table.start()

    def between(number):
        peer = next(iter(table.air.links), None)
        if peer:
            table.air.cut(peer)
            expect(table.second.is_suspended and table.real.is_suspended, "one is not suspended")
        if number in (3, 4) and table.mover(number) is table.real:
            table.second.side.submit(Envelope("ask", request=1, ply=number), table.air.now)

    table.play(SCRIPT, between)
    expect(table.real.events.count("resumed") == table.second.told.count("resumed") == len(SCRIPT), "not resumed")
    table.leave()


@check(
    "cuts at any time, over bad air:",
    *[(which, "seed", seed) for which, in BOTH for seed in (1, 2, 3)],
)
def cuts(random, which, *_):
    table = Table(random, which, size=18, loss=0.1, twice=0.1, spread=200)
    table.start()
    table.air.is_bad = True

    def between(number):
        for _ in range(2):
            table.air.after(random.randrange(1_500), table.air.cut_all)
        table.air.size = random.choice([18, 30, 508])

    table.play(LONG[:24], between)
    table.air.run(lambda: table.real.events[-1] == "resumed" and table.second.side.state == "talking")
    table.air.is_bad = False
    table.second.close(table.air.now)
    table.air.settle()
    table.air.run(table.is_over, what="the end")


@check(
    "a program is killed, and goes on from its journal:",
    *[(which, killed, "killed") for which, in BOTH for killed in ("real", "second")],
)
def kill(random, which, killed, _):
    table = Table(random, which, loss=0.1, twice=0.1, spread=100)
    table.start()
    table.air.is_bad = True

    def between(number):
        if number % 2 == 0:
            table.air.wait(random.randrange(300))
            table.kill(table.real if killed == "real" else table.second)

    table.play(LONG[:10], between)
    table.air.is_bad = False
    table.second.close(table.air.now)
    table.air.settle()
    table.air.run(table.is_over, what="the end")


@check("an orderly goodbye, before the end and after it:", *BOTH)
def goodbye(random, which):
    for real_first in (True, False, None):
        table = Table(random, which)
        table.start()
        if real_first is not False:
            table.real.close(table.air.now)
        if real_first is not True:
            table.second.close(table.air.now, wire.LEFT)
        table.air.settle()
        begin = table.air.now
        table.air.run(table.is_over, what="the end")
        expect(table.air.now - begin < 1_000, "it took too long")
        ends = table.second.end, table.real.last_event
        left = ("peerLeft" in ends[1], ends[0].startswith("left"))
        expect(left == {True: (False, True), False: (True, False), None: (False, False)}[real_first], ends)
        table.real.kill()


@check("the last move comes over a new link, though its player has left:", *BOTH)
def last_words(random, which):
    for is_real in (True, False):
        table = Table(random, which)
        table.start("guest" if is_real == (which == "real guest") else "host")
        table.play(SCRIPT[:-1])
        table.air.wait(200)
        leaver, other = (table.real, table.second) if is_real else (table.second, table.real)
        table.air.longest = 0
        leaver.play(SCRIPT[-1], table.air.now)
        leaver.close(table.air.now)
        table.air.settle()
        table.air.wait(100)
        table.air.longest = 512
        table.air.cut_all()
        table.air.run(lambda: other.moves == SCRIPT, what="the last move")
        table.air.run(lambda: leaver.is_over, what="the end")
        table.real.kill()


@check("a 257th message that nobody has acknowledged ends the match:", *BOTH)
def outbox(random, which):
    table = Table(random, which)
    table.start()
    table.air.wait(200)
    table.air.cut_all()
    table.air.schedule = []
    for number in range(256):
        table.second.side.submit(Envelope("pause", on=number % 2 == 0), table.air.now)
    table.air.connect(table.guest)
    table.air.run(lambda: table.is_same(257), what="256 messages at once")
    table.air.longest = 0
    for number in range(257):
        table.second.side.submit(Envelope("pause", on=number % 2 == 0), table.air.now)
    expect(table.second.is_over, "nothing ended")
