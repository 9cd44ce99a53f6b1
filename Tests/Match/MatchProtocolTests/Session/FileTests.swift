import MatchSimulation
import Sodium
import TestSupport
import Testing

@testable import MatchProtocol

/// Files over a session, from the host to the guest.
@Suite struct FileTests {
  /// A pair whose host sends a file, and whose guest takes it.
  private struct Sending {
    var pair: LinkPair
    let content: [UInt8]
    let offer: FileOffer
    var received: [UInt8] = []
    var answers: [FileResponse] = []
    /// The lengths of the parts.
    var parts: Set<Int> = []
    private var seen = (host: 0, guest: 0)

    init(_ count: Int, seed: UInt64 = 1, size: Int = 508) {
      var random = SeededGenerator(seed: seed)
      content = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      offer = FileOffer(
        file: 7,
        name: "name",
        size: UInt64(count),
        hash: SHA256.hash(content)
      )
      pair = LinkPair(seed: seed, maximumPacketSize: size, patience: SessionTimes.seat)
      pair.connect()
    }

    /// Does what the owners of both sessions do, until nothing more is asked of them.
    mutating func work() {
      while seen.host < pair.hostEvents.count || seen.guest < pair.guestEvents.count {
        let host = pair.hostEvents.dropFirst(seen.host)
        let guest = pair.guestEvents.dropFirst(seen.guest)
        seen = (pair.hostEvents.count, pair.guestEvents.count)
        for case .file(let event, _) in host { serve(event) }
        for case .file(let event, _) in guest { take(event) }
      }
    }

    private mutating func serve(_ event: FileEvent) {
      if case .answered(let response, _) = event { answers.append(response) }
      guard case .wants(let file, let offset, let count) = event else { return }
      let bytes = Array(content.dropFirst(Int(offset)).prefix(count))
      pair.host { $0.perform(.supply(file, offset: offset, bytes), now: $1) }
    }

    private mutating func take(_ event: FileEvent) {
      switch event {
      case .offered: want()
      case .part(let part):
        #expect(Int(part.offset) == received.count)
        received += part.content
        parts.insert(part.content.count)
      case .answered, .wants, .progressed: break
      }
    }

    mutating func want() {
      let response = FileResponse(
        file: 7,
        isMine: false,
        .wanted(from: UInt64(received.count))
      )
      pair.guest { $0.perform(.respond(response), now: $1) }
    }
  }

  @Test(arguments: [0, 1, 400, 500, 30_000])
  func `a file arrives as it is`(count: Int) {
    var sending = Sending(count)
    let offer = sending.offer
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    sending.work()
    for _ in 0..<100 {
      sending.pair.advance(by: .milliseconds(100))
      sending.work()
    }
    #expect(sending.received == sending.content)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a file arrives as it is through loss and cuts, and goes on at the byte it had`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    var sending = Sending(20_000, seed: seed)
    let offer = sending.offer
    sending.pair.setFaults(LinkFaults(reordering: 20, duplicated: 20, dropped: 5))
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    for step in 0..<2_000 where sending.received.count < 20_000 {
      sending.work()
      sending.pair.advance(by: .milliseconds(Int.random(in: 0...200, using: &random)))
      sending.work()
      if step % 10 == 9, random.chance(20) {
        sending.pair.cut()
        sending.work()
        sending.pair.connect(maximumPacketSize: Int.random(in: 18...508, using: &random))
      }
    }
    #expect(sending.received == sending.content)
  }

  @Test func `no more of a file comes than is on disk and a window`() {
    let window = Int(Files.window)
    var sending = Sending(window + (3 << 20), size: PacketSize.largest)
    let offer = sending.offer
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    for (written, count) in [
      (0, window), (1 << 10, window), (1 << 20, window + (1 << 20)),
      (window + (1 << 20), window + (3 << 20)),
    ] {
      sending.pair.guest { $0.perform(.written(7, UInt64(written)), now: $1) }
      for _ in 0..<2_000 where sending.received.count < count {
        sending.pair.advance(by: .milliseconds(1))
        sending.work()
      }
      for _ in 0..<50 {
        sending.pair.advance(by: .milliseconds(1))
        sending.work()
      }
      #expect(sending.received.count == count)
    }
    #expect(sending.received == sending.content)
  }

  @Test func `without a limit all is sent, and without a promise no limit is set`() throws {
    var (old, new) = (Files(), Files())
    let offer = FileOffer(file: 1, name: "a", size: 1 << 40, hash: [UInt8](repeating: 1, count: 32))
    #expect(old.hear(.offer(offer), now: .zero).events == [.offered(offer)])
    let wanted = FileResponse(file: 1, isMine: false, .wanted(from: 5))
    let said = old.perform(.respond(wanted), partSize: 100, now: .zero)
    #expect(said == [.response(wanted)])
    let offered = new.perform(.offer(offer), partSize: 100, now: .zero)
    guard case .offer(let paced)? = offered.first else {
      Issue.record("no offer")
      return
    }
    #expect(paced.isPaced)
    let heard = new.hear(.response(wanted), now: .zero)
    #expect(heard.events == new.transfers.map { .answered(wanted, of: $0) })
    #expect(new.transfers.first?.open == (1 << 40) - 5)
    var limited = wanted
    limited.limit = 100
    #expect(new.hear(.response(limited), now: .zero).events.isEmpty)
    #expect(new.transfers.first?.open == (1 << 40) - 5)
    for message in [FileMessage.offer(paced), .response(limited)] {
      #expect(try Envelope(decoding: Envelope.file(message).encoded) == .file(message))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a file arrives as it is from a stream to the air and back, through loss and cuts`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let count = 1_200_000
    var sending = Sending(count, seed: seed, size: PacketSize.longest)
    let offer = sending.offer
    sending.pair.setFaults(LinkFaults(reordering: 20, duplicated: 20, dropped: 5))
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    for step in 0..<4_000 where sending.received.count < count {
      sending.work()
      sending.pair.advance(by: .milliseconds(Int.random(in: 0...200, using: &random)))
      sending.work()
      if step % 10 == 9, random.chance(20) {
        sending.pair.cut()
        sending.work()
        let sizes = [180, 508, PacketSize.largest, PacketSize.longest]
        sending.pair.connect(maximumPacketSize: sizes.randomElement(using: &random))
      }
    }
    #expect(sending.received == sending.content)
  }

  @Test func `on a stream a part is one packet of 60 KB`() {
    var sending = Sending(10 * FilePart.longest, size: PacketSize.longest)
    let offer = sending.offer
    let before = sending.pair.packetsSent
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    sending.work()
    for _ in 0..<20 {
      sending.pair.advance(by: .milliseconds(1))
      sending.work()
    }
    #expect(sending.received == sending.content)
    #expect(sending.parts == [FilePart.longest])
    #expect(sending.pair.packetsSent - before < 20)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `bytes that were read for a lost link are not sent as those of another`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var files = Files()
    let offer = FileOffer(file: 1, name: "a", size: 1 << 20, hash: [UInt8](repeating: 1, count: 32))
    _ = files.perform(.offer(offer), partSize: 100, now: .zero)
    for _ in 0..<20 {
      let offset = UInt64.random(in: 0..<offer.size, using: &random)
      let wanted = FileResponse(file: 1, isMine: false, .wanted(from: offset))
      _ = files.hear(.response(wanted), now: .zero)
      let asked = files.nextRead(partSize: 100)
      guard case .wants(1, offset: offset, let count)? = asked.first else {
        Issue.record("nothing is read from \(offset) on")
        return
      }
      // What an earlier link has asked for comes only now.
      let stale = [UInt8](repeating: 0, count: count)
      let old = files.perform(.supply(1, offset: offset ^ 1, stale), partSize: 100, now: .zero)
      #expect(old.isEmpty)
      let right = files.perform(.supply(1, offset: offset, stale), partSize: 100, now: .zero)
      guard case .part(let part)? = right.first else {
        Issue.record("no part")
        return
      }
      #expect(part.offset == offset)
      _ = files.begin()
    }
  }

  @Test func `where packets are long a part is one, as long as a part may be`() {
    var sending = Sending(10 * FilePart.usual, size: PacketSize.largest)
    let offer = sending.offer
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    sending.work()
    var parts: Set<Int> = []
    for _ in 0..<100 {
      let before = sending.pair.packetsSent
      sending.pair.advance(by: .milliseconds(1))
      sending.work()
      if sending.received.count < sending.content.count { parts.insert(sending.received.count) }
      #expect(sending.pair.packetsSent - before < 20)
    }
    #expect(sending.received == sending.content)
    #expect(parts.allSatisfy { $0.isMultiple(of: FilePart.usual) })
    #expect(sending.pair.packetsSent < 40)
  }

  @Test func `a move goes before the parts that wait, and has room on its way`() {
    var stream = OutgoingStream(linkID: LinkID(rawValue: 1))
    for _ in 0..<60 { stream.submit([UInt8](repeating: 1, count: 100), on: .bulk) }
    let parts = stream.release(packetSize: 508, now: .zero)
    #expect(parts.count == BulkWindow().size)
    stream.submit([2], on: .match)
    stream.submit([3], on: .words)
    let next = stream.release(packetSize: 508, now: .zero)
    #expect(next.map(\.last) == [2, 3])
  }

  @Test func `a part that others have overtaken is sent again before its time is up`() throws {
    var stream = OutgoingStream(linkID: LinkID(rawValue: 1))
    for _ in 0..<20 { stream.submit([UInt8](repeating: 1, count: 100), on: .bulk) }
    _ = stream.release(packetSize: 508, now: .zero)
    _ = try stream.acknowledge(2, now: .milliseconds(10))
    stream.apply(Report(beyond: 0b111), acknowledged: 2, now: .milliseconds(12))
    #expect(stream.repeatOverdue(now: .milliseconds(12)).isEmpty)
    // Nine eighths of a round trip after it was sent.
    #expect(stream.deadline == .microseconds(13_500))
    let again = stream.repeatOverdue(now: .microseconds(13_500))
    #expect(again.map { $0[3] } == [2])
    #expect(stream.repeatOverdue(now: .microseconds(13_500)).isEmpty)
    // Those that have overtaken the first copy say nothing of the second.
    stream.apply(Report(beyond: 0b1111), acknowledged: 2, now: .milliseconds(40))
    #expect(stream.repeatOverdue(now: .milliseconds(80)).isEmpty)
  }

  @Test func `a part that only one has overtaken is sent again after a quarter of a second`() throws
  {
    var stream = OutgoingStream(linkID: LinkID(rawValue: 1))
    for _ in 0..<4 { stream.submit([UInt8](repeating: 1, count: 100), on: .bulk) }
    _ = stream.release(packetSize: 508, now: .zero)
    _ = try stream.acknowledge(2, now: .milliseconds(10))
    stream.apply(Report(beyond: 0b1), acknowledged: 2, now: .milliseconds(10))
    #expect(stream.repeatOverdue(now: .milliseconds(100)).isEmpty)
    #expect(stream.deadline == .milliseconds(250))
    #expect(stream.repeatOverdue(now: .milliseconds(250)).map { $0[3] } == [2])
    // Nothing has overtaken the second copy: the next one is a probe.
    #expect(stream.deadline == .milliseconds(500))
  }

  @Test func `of parts of which nothing is heard the oldest is sent again twice, a lone move not`()
    throws
  {
    var stream = OutgoingStream(linkID: LinkID(rawValue: 1))
    stream.submit([1], on: .match)
    _ = stream.release(packetSize: 508, now: .zero)
    #expect(stream.deadline == .seconds(1))
    stream.submit([2], on: .bulk)
    _ = stream.release(packetSize: 508, now: .zero)
    _ = try stream.acknowledge(1, now: .milliseconds(40))
    // More than two round trips and the time that an acknowledgement may wait; then twice that.
    #expect(stream.deadline == .milliseconds(290))
    #expect(stream.repeatOverdue(now: .milliseconds(290)).map { $0[3] } == [1])
    #expect(stream.deadline == .milliseconds(790))
    #expect(stream.repeatOverdue(now: .milliseconds(790)).count == 1)
    #expect(stream.deadline == .milliseconds(1_040))
  }

  @Test func `a file that has come does not come again to who has not heard that`() {
    var sending = Sending(1_000)
    let offer = sending.offer
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    sending.work()
    #expect(sending.received == sending.content)
    sending.pair.setFaults(LinkFaults(dropped: 100))
    let whole = FileResponse(file: 7, isMine: false, .whole)
    sending.pair.guest { $0.perform(.respond(whole), now: $1) }
    sending.pair.cut()
    sending.pair.setFaults(.none)
    sending.pair.connect()
    sending.pair.advance(by: .seconds(1))
    sending.work()
    #expect(sending.answers.last == whole)
    #expect(sending.received == sending.content)
  }

  @Test func `who does not want a file says so, and nothing of it is sent`() {
    var sending = Sending(1_000)
    let offer = sending.offer
    sending.pair.host { $0.perform(.offer(offer), now: $1) }
    let refusal = FileResponse(file: 7, isMine: false, .refused)
    sending.pair.guest { $0.perform(.respond(refusal), now: $1) }
    guard case .file(.answered(refusal, let refused), _)? = sending.pair.hostEvents.last else {
      Issue.record("no answer")
      return
    }
    #expect(refused.offer.hash == offer.hash)
    sending.pair.cut()
    sending.pair.connect()
    let offers = sending.pair.guestEvents.filter { event in
      if case .file(.offered, _) = event { true } else { false }
    }
    #expect(offers.count == 1)
  }

  @Test func `parts that nobody wants, or out of place, or of more than was offered, are dropped`()
  {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    let offer = FileOffer(file: 1, name: "n", size: 4, hash: [UInt8](repeating: 0, count: 32))
    var actions = pair.say(.file(.part(FilePart(file: 1, offset: 0, content: [1]))))
    actions += pair.say(.file(.offer(offer)))
    actions += pair.say(.file(.part(FilePart(file: 1, offset: 0, content: [1]))))
    _ = pair.host.perform(
      .respond(FileResponse(file: 1, isMine: false, .wanted(from: 0))),
      now: .zero
    )
    actions += pair.say(.file(.part(FilePart(file: 1, offset: 2, content: [1]))))
    actions += pair.say(.file(.part(FilePart(file: 1, offset: 0, content: [1, 2, 3, 4, 5]))))
    let last = FilePart(file: 1, offset: 0, content: [1, 2])
    actions += pair.say(.file(.part(last)))
    let told = actions.compactMap { action in
      if case .tells(.file(let event, _)) = action { event } else { nil }
    }
    #expect(told.prefix(2) == [.offered(offer), .part(last)])
    guard told.count == 3, case .progressed(let half) = told[2] else {
      Issue.record("\(told)")
      return
    }
    #expect(half.percent == 50)
  }

  @Test func `a fifth file is refused, and no session keeps more than four`() {
    var pair = RawGuestPair.talking(patience: SessionTimes.seat)
    var told = 0
    for file: UInt32 in 1...20 {
      let hash = [UInt8](repeating: UInt8(file), count: 32)
      let offer = FileOffer(file: file, name: "n", size: 4, hash: hash)
      for case .tells(.file(.offered, _)) in pair.say(.file(.offer(offer))) { told += 1 }
    }
    #expect(told == 4)
  }
}
