internal import TestSupport

/// The faults of a simulated link.
public struct LinkFaults: Hashable, Sendable {
  /// Nothing: every packet arrives once and in order.
  public static let none = LinkFaults()

  /// The number of later packets that may overtake one: 0...127 is what the protocol bears.
  public var reordering = 0

  /// The number of packets, of a hundred, that arrive twice.
  public var duplicated = 0

  /// The number of packets, of a hundred, that never arrive.
  public var dropped = 0

  /// A link with these faults.
  public init(reordering: Int = 0, duplicated: Int = 0, dropped: Int = 0) {
    self.reordering = reordering
    self.duplicated = duplicated
    self.dropped = dropped
  }
}

/// One direction of a simulated link.
public struct SimulatedWire: Sendable {
  private struct Flight {
    let number: Int
    let packet: [UInt8]
  }

  /// The faults from now on.
  public var faults: LinkFaults

  private var flights: [Flight] = []
  private var sent = 0
  private var random: SeededGenerator

  /// A wire whose faults are the same for the same `seed`.
  public init(faults: LinkFaults, seed: UInt64) {
    self.faults = faults
    random = SeededGenerator(seed: seed)
  }

  /// The number of packets that are on their way.
  public var count: Int {
    flights.count
  }

  /// Puts `packet` on its way.
  public mutating func send(_ packet: [UInt8]) {
    guard !random.chance(faults.dropped) else {
      return
    }
    sent += 1
    flights.append(Flight(number: sent, packet: packet))
    if random.chance(faults.duplicated) {
      flights.append(Flight(number: sent, packet: packet))
    }
  }

  /// Takes the packet that arrives next, or `nil` if none is on its way.
  public mutating func receive() -> [UInt8]? {
    guard let oldest = flights.first else {
      return nil
    }
    let near = flights.prefix { $0.number - oldest.number <= faults.reordering }
    return flights.remove(at: Int.random(in: near.indices, using: &random)).packet
  }

  /// Loses everything that is on its way.
  public mutating func clear() {
    flights.removeAll()
  }
}
