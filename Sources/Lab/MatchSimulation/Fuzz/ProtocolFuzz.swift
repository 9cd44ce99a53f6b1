import MatchProtocol

/// A reader that may be fed with broken bytes; it must neither trap, hang nor speak after its end.
public enum ProtocolFuzz: String, CaseIterable, FuzzTarget {
  /// The message decoder.
  case envelope
  /// The reassembler of a link's fragments.
  case reassembler
  /// The reader of reports.
  case report
  /// The exchange of keys, each of its messages.
  case exchange
  /// A host, from a stranger's first packet to the middle of a match and after.
  case host
  /// A guest, from its greeting to the middle of a match and after.
  case guest
  /// A bridge, whose guests and host may say anything.
  case bridge

  /// The name, in one word.
  public var name: String { rawValue }

  /// Runs one case.
  ///
  /// - Returns: What went wrong, or nil.
  public func run(_ mutator: inout PacketMutator) -> String? {
    switch self {
    case .envelope: Self.decode(mutator.next())
    case .reassembler: Self.reassemble(&mutator)
    case .report: Self.readReport(mutator.next())
    case .exchange: Self.exchange(&mutator)
    case .host: Self.converse(FuzzStage.meetingHosts, FuzzStage.playingHosts, &mutator)
    case .guest: Self.converse(FuzzStage.meetingGuests, FuzzStage.playingGuests, &mutator)
    case .bridge: Self.cross(&mutator)
    }
  }

  /// Runs the case that `bytes` stand for: a packet or message where one is read, and else what is
  /// to happen, choice by choice.
  ///
  /// - Returns: What went wrong, or nil.
  public func run(on bytes: [UInt8]) -> String? {
    switch self {
    case .envelope: return Self.decode(bytes)
    case .report: return Self.readReport(bytes)
    case .reassembler, .exchange, .host, .guest, .bridge:
      var mutator = PacketMutator(corpus, choices: bytes)
      return run(&mutator)
    }
  }

  /// The right bytes that the wrong ones are made from.
  public var corpus: [[UInt8]] {
    switch self {
    case .envelope: FuzzCorpus.words
    case .reassembler, .host, .guest, .bridge: FuzzCorpus.packets
    case .report: FuzzCorpus.reports
    case .exchange: FuzzCorpus.exchange.map(\.message)
    }
  }

  private static func decode(_ words: [UInt8]) -> String? {
    guard let envelope = try? Envelope(decoding: words) else { return nil }
    // What was let in must be sayable, and the same when it comes back.
    return (try? Envelope(decoding: envelope.encoded)) == envelope ? nil : "\(envelope) changes"
  }

  private static func readReport(_ packet: [UInt8]) -> String? {
    guard let report = try? Report(decoding: packet) else { return nil }
    guard 0...Report.fullCredit ~= report.credit else { return "credit \(report.credit)" }
    let again = try? Report(decoding: packet.prefix(FragmentHeader.size) + report.encoded)
    return again == report ? nil : "\(report) changes"
  }

  private static func reassemble(_ mutator: inout PacketMutator) -> String? {
    var stream = Reassembler(limit: MessageLimit.match)
    var greetings = HandshakeReassembler()
    do {
      for _ in 0..<8 {
        let packet = mutator.next()
        let header = try FragmentHeader(decoding: packet)
        let whole: [[UInt8]] =
          switch header.kind {
          case .report: try [UInt8(Report(decoding: packet).credit)].map { [$0] }
          case .message: try stream.append(packet, header)
          }
        guard whole.allSatisfy({ $0.count <= MessageLimit.match }) else { return "too long" }
        _ = try greetings.append(packet, header)
      }
      return nil
    } catch {
      return nil
    }
  }

  /// Only the message that is due is read; of the first one, nothing is authentic yet.
  private static func exchange(_ mutator: inout PacketMutator) -> String? {
    let index = mutator.number(in: 0...3)
    var (reader, right) = FuzzCorpus.exchange[index]
    let message = mutator.changed(right)
    guard (try? reader.read(message)) != nil else {
      guard message != right else { return "message \(index) is not read" }
      return reader.channel == nil ? nil : "there are keys after a message that is none"
    }
    if index > 0, message != right { return "message \(index) may be \(message)" }
    return (reader.channel != nil) == (index == 3) ? nil : "keys at message \(index)"
  }

  private static func cross(_ mutator: inout PacketMutator) -> String? {
    var bridge = FuzzedBridge(&mutator)
    let isLong = mutator.number(in: 0...63) == 0
    for _ in 0..<(isLong ? 1_000 : 40) {
      bridge.step(&mutator)
      if let failure = bridge.failure { return failure }
    }
    return isLong ? bridge.excess : nil
  }

  private static func converse(
    _ meeting: [FuzzStage],
    _ playing: [FuzzStage],
    _ mutator: inout PacketMutator
  ) -> String? {
    // Exchanges are slow, and most of those who meet have one.
    let stages = mutator.number(in: 0...7) == 0 ? meeting : playing
    guard !stages.isEmpty else { return "there is nobody" }
    var talk = FuzzedTalk(stages[mutator.number(in: 0...stages.count - 1)])
    let isLong = mutator.number(in: 0...255) == 0
    for _ in 0..<(isLong ? 200 : 8) {
      talk.step(&mutator)
      if let failure = talk.failure { return failure }
    }
    return isLong ? talk.excess : nil
  }
}
