import BrokerTransport
import MQTT
import MatchProtocol
public import MatchSimulation
import StreamTransport
import WebTransport

/// A reader of the transports besides Bluetooth that may be fed with broken bytes and texts.
public enum TransportFuzz: String, CaseIterable, FuzzTarget {
  /// A frame, after its seal is opened.
  case frame
  /// A message at a broker: the seal, and the topic of a guest.
  case door
  /// A code that a guest types or pastes to find a table.
  case code
  /// The address of a broker, and lists of them.
  case broker
  /// The packets on a stream.
  case stream
  /// The address that a stream goes to.
  case address
  /// The requests and frames of a browser.
  case web

  /// The name, in one word.
  public var name: String { rawValue }

  /// Runs one case.
  ///
  /// - Returns: What went wrong, or nil.
  public func run(_ mutator: inout PacketMutator) -> String? {
    switch self {
    case .frame, .code, .broker, .address: run(on: mutator.next())
    case .door: Self.enter(&mutator)
    case .stream: Self.read(&mutator)
    case .web: Self.browse(&mutator)
    }
  }

  /// Runs the case that `bytes` stand for: what is read, or else what is to happen, choice by
  /// choice.
  ///
  /// - Returns: What went wrong, or nil.
  public func run(on bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .frame: return Self.decode(bytes)
    case .code: return Self.readCode(text)
    case .broker: return Self.readBroker(text)
    case .address: return Self.readAddress(text)
    case .door, .stream, .web:
      var mutator = PacketMutator(corpus, choices: bytes)
      return run(&mutator)
    }
  }

  /// The right bytes that the wrong ones are made from.
  public var corpus: [[UInt8]] {
    switch self {
    case .frame: TransportCorpus.frames.map(\.encoded)
    case .door: TransportCorpus.said.map(\.payload)
    case .code: TransportCorpus.codes.map { Array($0.utf8) }
    case .broker: TransportCorpus.brokers.map { Array($0.utf8) }
    case .stream: TransportCorpus.packets.map(PacketStream.framed)
    case .address: TransportCorpus.addresses.map { Array($0.utf8) }
    case .web: TransportCorpus.browsed
    }
  }

  // MARK: Brokers

  /// Checks that what is read and written again is read as the same; a usual length may be written
  /// as well.
  private static func decode(_ bytes: [UInt8]) -> String? {
    guard let frame = BrokerFrame(decoding: bytes) else { return nil }
    return BrokerFrame(decoding: frame.encoded) == frame ? nil : "\(frame) is read otherwise"
  }

  /// Only what was sealed is opened, by whom and where it was said.
  private static func enter(_ mutator: inout PacketMutator) -> String? {
    let right = TransportCorpus.said[mutator.number(in: 0...TransportCorpus.said.count - 1)]
    let payload = mutator.changed(right.payload)
    let topic = String(decoding: mutator.changed(Array(right.topic.utf8)), as: UTF8.self)
    let side: Door.Side =
      switch mutator.number(in: 0...3) {
      case 0: .host
      case 1: .guest
      default: right.side
      }
    let isRight = payload == right.payload && topic == right.topic && side == right.side
    let frame = right.door.opened(payload, by: side, at: topic)
    guard frame == (isRight ? right.frame : nil) else { return "\(payload) at \(topic) is opened" }
    guard let guest = right.door.guest(of: topic) else { return nil }
    return right.door.guestTopic(guest) == topic ? nil : "\(topic) is of \(guest)"
  }

  private static func readCode(_ text: String) -> String? {
    _ = TableCode.reading(of: text)
    guard let code = try? TableCode(text, at: TransportCorpus.usualBroker) else { return nil }
    for text in [code.text, code.code, code.code.filter { $0 != "-" }]
    where TableCode.reading(of: text) != .code {
      return "\(text) seems to be a name"
    }
    return (try? TableCode(code.text, at: nil)) == code ? nil : "\(code.text) is another code"
  }

  private static func readBroker(_ text: String) -> String? {
    if let address = BrokerAddress(text), BrokerAddress(address.description) != address {
      return "\(address) is another address"
    }
    guard let list = BrokerList(text) else { return nil }
    guard 1...BrokerList.limit ~= list.addresses.count else { return "\(list) is too long" }
    guard !list.description.contains("@") else { return "\(list) shows who goes there" }
    return BrokerList(list.description) == list ? nil : "\(list) is another list"
  }

  // MARK: Streams

  /// However the bytes come in, the same packets come out, and none that is too long.
  private static func read(_ mutator: inout PacketMutator) -> String? {
    let bytes = (0..<mutator.number(in: 1...4)).flatMap { _ in mutator.next() }
    var (whole, parts) = (PacketStream.Reader(), PacketStream.Reader())
    let atOnce = try? whole.read(bytes)
    var packets: [[UInt8]]? = []
    var rest = bytes[...]
    while !rest.isEmpty, packets != nil {
      let part = rest.prefix(mutator.number(in: 1...600))
      rest = rest.dropFirst(part.count)
      if let more = try? parts.read(part) { packets? += more } else { packets = nil }
    }
    guard packets == atOnce else { return "\(bytes) in parts is something else" }
    guard atOnce?.allSatisfy({ 1...PacketSize.longest ~= $0.count }) ?? true else {
      return "a packet is too long"
    }
    let kept = retainedBytes(of: parts)
    return kept <= PacketSize.longest + 2 || atOnce == nil ? nil : "it keeps \(kept) bytes"
  }

  private static func readAddress(_ text: String) -> String? {
    guard let address = StreamAddress(text) else { return nil }
    for again in [address.description, address.shortest]
    where StreamAddress(again) != address {
      return "\(again) is another address than \(address)"
    }
    return nil
  }

  // MARK: Browsers

  /// However the frames come in, the same packets and answers come out; no request is read as a
  /// frame, and little is kept.
  private static func browse(_ mutator: inout PacketMutator) -> String? {
    var asking = TransportCorpus.codec
    let most = retainedBytes(of: asking) + 8_192
    if mutator.number(in: 0...1) == 0 {
      let requests = (0..<mutator.number(in: 1...4)).flatMap { _ in mutator.next() }
      let input = read(requests, by: &asking, &mutator)
      let kept = retainedBytes(of: asking)
      return kept <= most || input.isLast ? nil : "it keeps \(kept) bytes of \(requests)"
    }
    guard (try? asking.read(TransportCorpus.handshake[...])) != nil else { return "no handshake" }
    var whole = asking
    let frames = (0..<mutator.number(in: 1...4)).flatMap { _ in mutator.next() }
    let parts = read(frames, by: &asking, &mutator)
    guard (try? whole.read(frames[...])) == parts else { return "\(frames) in parts is other" }
    guard parts.packets.allSatisfy({ 1...PacketSize.largest ~= $0.count }) else {
      return "a packet is too long"
    }
    let kept = retainedBytes(of: asking)
    return kept <= most || parts.isLast ? nil : "it keeps \(kept) bytes of \(frames)"
  }

  /// All that `codec` makes of `bytes` until it ends, if they come in parts.
  private static func read(
    _ bytes: [UInt8],
    by codec: inout WebCodec,
    _ mutator: inout PacketMutator
  ) -> StreamInput {
    var (all, rest) = (StreamInput(), bytes[...])
    while !rest.isEmpty, !all.isLast {
      let part = rest.prefix(mutator.number(in: 1...600))
      rest = rest.dropFirst(part.count)
      guard let input = try? codec.read(part) else { break }
      all.packets += input.packets
      all.answer += input.answer
      all.isLast = input.isLast
    }
    return all
  }
}
