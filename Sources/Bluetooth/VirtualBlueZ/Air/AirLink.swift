internal import DBus

/// Which two adapters a link connects.
struct LinkID: Hashable, Comparable {
  let central: Int
  let peripheral: Int

  func contains(_ index: Int) -> Bool { central == index || peripheral == index }

  static func < (left: LinkID, right: LinkID) -> Bool {
    (left.central, left.peripheral) < (right.central, right.peripheral)
  }
}

/// A characteristic of a peripheral, or a descriptor, as one central sees it.
struct CharacteristicKey: Hashable {
  let link: LinkID
  let handle: UInt16
}

/// The use of a socket.
struct SocketUse: Hashable {
  let key: CharacteristicKey
  let client: String
  /// True if the client writes; else it reads.
  let isForWriting: Bool
}

/// A link that is up.
struct AirLink: Hashable {
  let mtu: Int
  /// The number of packets that went over it, both ways.
  var packets = 0
  var toCentral: Channel
  var toPeripheral: Channel
  /// True if somebody looks already whether all has arrived.
  var isSettling = false

  init(mtu: Int, seed: UInt64) {
    self.mtu = mtu
    toCentral = Channel(seed: seed)
    toPeripheral = Channel(seed: ~seed)
  }
}

/// A value on its way to or from a characteristic.
struct Packet: Hashable {
  let handle: UInt16
  let bytes: [UInt8]
}

/// One direction of a link: it loses and reorders packets.
struct Channel: Hashable {
  private struct Held: Hashable {
    let place: Int
    let packet: Packet
  }

  private var random: SeededGenerator
  private var held: [Held] = []
  private var count = 0
  /// True if a packet came since ``beginSettling()``.
  private(set) var isBusy = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  var isHolding: Bool { !held.isEmpty }

  /// Takes a packet, and returns those that arrive now.
  ///
  /// Each packet gets the place it would have in order, plus up to the displacement. So none
  /// overtakes another that is further ahead than the displacement, and what can no longer be
  /// overtaken arrives.
  mutating func add(_ packet: Packet, _ behaviour: Behaviour) -> [Packet] {
    isBusy = true
    if behaviour.lossRate > 0, Double.random(in: 0..<1, using: &random) < behaviour.lossRate {
      return []
    }
    let delay =
      behaviour.displacement > 0 ? Int.random(in: 0...behaviour.displacement, using: &random) : 0
    let place = count + delay
    let index = held.firstIndex { $0.place > place } ?? held.endIndex
    held.insert(Held(place: place, packet: packet), at: index)
    count += 1
    let arriving = held.prefix { $0.place < count }
    held.removeFirst(arriving.count)
    return arriving.map(\.packet)
  }

  mutating func beginSettling() {
    isBusy = false
  }

  /// Lets everything arrive.
  mutating func flush() -> [Packet] {
    defer { held = [] }
    return held.map(\.packet)
  }
}

/// A source of numbers that look random and are the same for the same seed: SplitMix64 (Steele, Lea
/// and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator, Hashable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
