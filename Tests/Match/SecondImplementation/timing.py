"""Who waits how long for what."""

import wire
from table import BOTH, Table, check, expect


@check("a player takes 55 s to compare the digits, then 60 s are too long:", *BOTH)
def hesitation(random, which):
    table = Table(random, which)
    table.second.accepts_at_once = False
    table.air.connect(table.guest)
    table.air.run(lambda: table.second.digits, what="the digits")
    table.air.wait(55_000)
    table.second.side.accept(table.air.now)
    table.air.settle()
    table.air.run(table.is_talking, what="the meeting")
    table.real.kill()
    table = Table(random, which)
    table.second.accepts_at_once = False
    table.air.connect(table.guest)
    table.air.run(lambda: table.real.digits and table.second.digits, what="the digits")
    begin = table.air.now
    # Only the real side is asked how long it waits.
    table.second.side.since += 60_000
    table.air.run(lambda: not table.air.links, what="the end")
    expect(59_900 <= table.air.now - begin <= 60_100, f"{table.air.now - begin}")
    expect(f"left {wire.NOT_ACCEPTED}" in table.second.reasons, f"no Goodbye: {table.second.reasons}")


@check("both are heard every 5 s, quiet after 8 s, gone after 15 s:", *BOTH)
def keep_alive(random, which):
    table = Table(random, which)
    table.start()
    table.air.wait(1_000)
    since = table.air.now
    table.air.wait(60_000)
    for end in table.air.ends:
        times = [time for time, _ in table.air.packets_of(end, since)]
        gaps = [later - time for time, later in zip(times, times[1:])]
        expect(len(times) == 12 and set(gaps) == {5_000}, f"{end}: {times}")
    expect("quiet" not in table.real.events + table.second.told, "somebody is quiet")
    last = max(time for time, _ in table.air.packets_of(table.second)) + 10
    table.air.longest = 0
    # Only the real side is asked how long it waits.
    table.second.side.talk.stream.last_received += 60_000
    real = table.real
    table.air.run(lambda: "quiet" in real.events, what="quiet")
    quiet = table.air.now
    table.air.run(lambda: "suspended" in real.events, what="suspended")
    expect((quiet - last, table.air.now - last) == (8_000, 15_000), f"{quiet - last}, {table.air.now - last}")


@check("a Hello is said again after 0.3 s and then every second, and given up after 15 s")
def unanswered(random):
    table = Table(random, "real guest")
    table.air.longest = 0
    table.air.connect(table.guest)
    table.air.run(lambda: table.real.is_over)
    expect(table.air.now == 15_000, f"{table.air.now}")
    packets = table.air.packets_of(table.real)
    firsts = [(time, packet) for time, packet in packets if packet.is_first]
    expect([time for time, _ in firsts] == [0] + [300 + 1_000 * n for n in range(15)], "not every second")
    expect([packet.number for _, packet in packets] == list(range(len(packets))), "a number was used twice")
    expect(len({packet.checksum for _, packet in firsts}) == 1, "the nonce is another one")


@check("what nobody acknowledges is sent six times, and then the link has stalled:", *BOTH)
def stalled(random, which):
    table = Table(random, which)
    table.start("guest" if which == "real guest" else "host")
    table.air.wait(500)
    since = table.air.now
    table.air.longest = 20
    table.real.play("h8", since)
    table.air.settle()
    table.air.run(lambda: table.real.is_suspended, what="the stall")
    sent = [time - since for time, packet in table.air.packets_of(table.real, since) if packet.kind == 0]
    expect(sent[:6] == [0, 1_000, 3_000, 7_000, 15_000, 23_000], f"{sent}")
    expect(31_000 <= table.air.now - since < 31_500, f"{table.air.now - since}")
    table.air.size = 18
    table.air.run(lambda: table.second.moves == ["h8"], what="the move in shorter packets")


@check("who is away for 600 s has left:", *BOTH)
def patience(random, which):
    table = Table(random, which)
    table.start()
    table.air.cut_all()
    table.air.schedule = []
    begin = table.air.now
    table.air.run(table.is_over, 700_000, "the end")
    expect(table.air.now - begin == 600_000, f"{table.air.now - begin}")
