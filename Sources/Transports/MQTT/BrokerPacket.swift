/// The first packet in what a broker has sent, looked at before libmosquitto reads it.
///
/// libmosquitto 2.0.11 aborts the program at a property that it does not know: decision 0024.
/// A client that asks for nothing but quality of service 0 is sent six kinds of packets; no other
/// one gets through.
package enum BrokerPacket: Hashable, Sendable {
  /// More bytes are needed to tell: so many in all.
  case incomplete(bytes: Int)
  /// The packet has so many bytes, and may be read; what has not come of it is only payload.
  case sound(bytes: Int)
  /// The packet has so many bytes, which is more than anything of ours.
  case oversized(bytes: Int)
  /// No broker says so.
  case unsound

  /// How many bytes a packet may have; one of ours has a few thousand at most.
  package static let limit = 65_536
  /// How many bytes it may have without its payload.
  package static let headLimit = 4_096

  fileprivate enum Kind: UInt8 {
    case welcome = 2
    case publication = 3
    case subscribed = 9
    case unsubscribed = 11
    case ping = 13
    case farewell = 14
  }

  /// Looks at the first packet in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: What has come, from the beginning of a packet.
  ///   - version: What is spoken; properties are in MQTT 5 only.
  package init(in bytes: some Collection<UInt8>, _ version: MQTTOptions.Version) {
    var reader = PacketReader(bytes.prefix(5))
    guard let first = reader.byte() else {
      self = .incomplete(bytes: 2)
      return
    }
    guard let kind = Self.kind(first) else {
      self = .unsound
      return
    }
    guard let length = reader.number() else {
      self = bytes.count < 5 ? .incomplete(bytes: bytes.count + 1) : .unsound
      return
    }
    self.init(kind, bytes, head: reader.position, whole: reader.position + length, version)
  }

  /// Judges a packet of `whole` bytes, whose kind and length are in the first `head` of them.
  private init(
    _ kind: Kind,
    _ bytes: some Collection<UInt8>,
    head: Int,
    whole: Int,
    _ version: MQTTOptions.Version
  ) {
    let needed = min(whole, Self.headLimit)
    guard whole <= (kind == .publication ? Self.limit : Self.headLimit) else {
      self = .oversized(bytes: whole)
      return
    }
    guard bytes.count >= needed || kind == .publication else {
      self = .incomplete(bytes: needed)
      return
    }
    var body = PacketReader(bytes.prefix(needed).dropFirst(head))
    if kind.isSound(&body, version) {
      self = .sound(bytes: whole)
    } else {
      self = bytes.count < needed ? .incomplete(bytes: needed) : .unsound
    }
  }

  /// What the first byte says, if a broker says it to a client of ours.
  private static func kind(_ byte: UInt8) -> Kind? {
    guard let kind = Kind(rawValue: byte >> 4) else { return nil }
    // Only what is published has flags; of those, quality of service is 0.
    let allowed: UInt8 = kind == .publication ? 0b1001 : 0
    return byte & 0xf & ~allowed == 0 ? kind : nil
  }
}

extension BrokerPacket.Kind {
  /// Whether what stands behind the length of a packet of this kind is what MQTT says (sections 3.2
  /// to 3.14), as far as libmosquitto does not look itself.
  fileprivate func isSound(
    _ body: inout PacketReader,
    _ version: MQTTOptions.Version
  ) -> Bool {
    guard self != .farewell || version == .five, skipStart(&body) else { return false }
    if version == .five, self != .ping {
      // A broker without MQTT 5 refuses it without properties, and an end needs none.
      if body.isAtEnd, rest(in: version) == .nothing { return true }
      guard hasSoundProperties(&body) else { return false }
    }
    switch rest(in: version) {
    case .nothing: return body.isAtEnd
    case .something: return !body.isAtEnd
    case .anything: return true
    }
  }

  /// Skips what stands before the properties, which a packet of this kind always has.
  private func skipStart(_ body: inout PacketReader) -> Bool {
    switch self {
    case .ping: return true
    case .farewell: return body.skip(1)
    case .welcome, .subscribed, .unsubscribed: return body.skip(2)
    case .publication:
      // Nothing without a topic: no number stands for one here.
      let before = body.position
      return body.skipText() && body.position > before + 2
    }
  }

  private enum Rest { case nothing, something, anything }

  /// What stands behind the properties.
  private func rest(in version: MQTTOptions.Version) -> Rest {
    switch self {
    case .ping, .farewell: .nothing
    case .welcome: version == .five ? .nothing : .anything
    case .publication: .anything
    case .subscribed: .something
    case .unsubscribed: version == .five ? .something : .nothing
    }
  }

  private func hasSoundProperties(_ body: inout PacketReader) -> Bool {
    guard let length = body.number(), var list = body.part(length) else { return false }
    var seen: Set<Int> = []
    while !list.isAtEnd {
      guard let number = list.number(), let property = Property.all[number],
        property.kinds.contains(self), list.skip(property.value),
        seen.insert(number).inserted || property.isRepeated
      else { return false }
    }
    return true
  }

  /// What a broker may add to a packet.
  private struct Property {
    let value: PacketReader.Value
    let kinds: Set<BrokerPacket.Kind>
    var isRepeated = false

    /// All of MQTT 5, section 2.2.2.2, that brokers say, by their numbers.
    static let all: [Int: Self] = {
      var all: [Int: Self] = [
        31: Self(value: .text, kinds: [.welcome, .subscribed, .unsubscribed, .farewell]),
        38: Self(
          value: .pair,
          kinds: [.welcome, .publication, .subscribed, .unsubscribed, .farewell],
          isRepeated: true
        ),
        17: Self(value: .bytes(4), kinds: [.welcome, .farewell]),
        28: Self(value: .text, kinds: [.welcome, .farewell]),
        11: Self(value: .number, kinds: [.publication], isRepeated: true),
      ]
      let publications: [Int: PacketReader.Value] = [
        1: .bytes(1), 2: .bytes(4), 3: .text, 8: .text, 9: .text, 35: .bytes(2),
      ]
      for (number, value) in publications {
        all[number] = Self(value: value, kinds: [.publication])
      }
      let welcomes: [Int: PacketReader.Value] = [
        18: .text, 19: .bytes(2), 21: .text, 22: .text, 26: .text, 33: .bytes(2), 34: .bytes(2),
        36: .bytes(1), 37: .bytes(1), 39: .bytes(4), 40: .bytes(1), 41: .bytes(1), 42: .bytes(1),
      ]
      for (number, value) in welcomes { all[number] = Self(value: value, kinds: [.welcome]) }
      return all
    }()
  }
}

/// Goes through the bytes of a packet.
private struct PacketReader {
  /// How long a value is.
  enum Value: Hashable, Sendable {
    /// So many bytes.
    case bytes(Int)
    /// A number of one to four bytes.
    case number
    /// Two bytes that say how many follow.
    case text
    /// Two texts.
    case pair
  }

  private var rest: [UInt8].SubSequence
  /// How many bytes were read.
  private(set) var position = 0

  init(_ bytes: some Sequence<UInt8>) {
    rest = Array(bytes)[...]
  }

  private init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    position += 1
    return byte
  }

  /// A number of one to four bytes, the lowest first, seven bits each (section 1.5.5).
  mutating func number() -> Int? {
    var number = 0
    for shift in stride(from: 0, through: 21, by: 7) {
      guard let byte = byte() else { return nil }
      number |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  /// The next `count` bytes, for themselves.
  mutating func part(_ count: Int) -> Self? {
    let part = rest.prefix(count)
    return skip(count) ? Self(rest: part) : nil
  }

  mutating func skip(_ count: Int) -> Bool {
    guard rest.count >= count else { return false }
    rest = rest.dropFirst(count)
    position += count
    return true
  }

  mutating func skipText() -> Bool {
    guard let high = byte(), let low = byte() else { return false }
    return skip(Int(high) << 8 | Int(low))
  }

  mutating func skip(_ value: Value) -> Bool {
    switch value {
    case .bytes(let count): skip(count)
    case .number: number() != nil
    case .text: skipText()
    case .pair: skipText() && skipText()
    }
  }
}
