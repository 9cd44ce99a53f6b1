internal import Glibc
public import MatchProtocol
internal import Sodium

/// The doors at which players who know each other ask for each other's tables, one for each pair
/// and hour: docs/dev/decisions/0030-contacts-and-bridges.md.
public struct PairDoors: Sendable {
  /// The maximum number of players; those met last come first.
  public static let most = 32
  /// In how many doors at a time a program opens them, so that nobody counts whom it knows.
  static let step = 8
  /// The lifetime of a rendezvous, in seconds.
  static let hourLength = 3_600

  /// The door of two players in one hour.
  struct Pair: Sendable {
    let door: Door
    /// The other player; nil for a door of nobody.
    let player: Acquaintance?
    /// By what the player here knows its own words again.
    let mark: [UInt8]
  }

  private let players: [Acquaintance]
  /// Those that nobody has in common with anybody.
  private let fillers: [Acquaintance]

  /// The doors to `known`, those first that were met last.
  public init(_ known: [Acquaintance]) {
    players = Array(known.prefix(Self.most))
    let missing = players.isEmpty ? Self.step : -players.count & (Self.step - 1)
    fillers = (0..<missing).map { _ in
      let key = KeyPair.generate().publicKey
      return Acquaintance(key, secret: SecretBytes(random: Acquaintance.secretSize))
    }
  }

  /// All doors of this hour since 1970.
  func pairs(of hour: Int) -> [Pair] {
    players.map { Pair(door: Door(of: hour, with: $0), player: $0, mark: Self.mark($0)) }
      + fillers.map { Pair(door: Door(of: hour, with: $0), player: nil, mark: Self.mark($0)) }
  }

  /// A code of the key by which the player here calls the other, and which nobody else has for it.
  private static func mark(_ player: Acquaintance) -> [UInt8] {
    player.withSecret { secret in
      HMAC.tag(8, of: Array("Tabletooth mark".utf8), player.key.bytes, key: secret)
    }
  }
}

extension Door {
  /// The door of an hour since 1970 for the player here and `player`, whoever of them has a table.
  init(of hour: Int, with player: Acquaintance) {
    let bytes = UInt64(clamping: hour).bigEndianBytes
    let label = Array("Tabletooth presence".utf8)
    let secret = player.withSecret { HMAC.tag(HMAC.size, of: label, bytes, key: $0) }
    self.init(SecretBytes(copying: secret))
  }
}

/// The wall clock, in seconds since 1970 (UTC).
public struct WallTime: Sendable {
  private let read: @Sendable () -> Int

  /// Makes a clock that reads `read`.
  public init(_ read: @escaping @Sendable () -> Int) {
    self.read = read
  }

  /// The time of this computer.
  public static let system = Self { time(nil) }

  /// The seconds.
  var seconds: Int { read() }
  /// The hour.
  var hour: Int { seconds / PairDoors.hourLength }
  /// The time until the next hour.
  var untilNextHour: Duration { .seconds(PairDoors.hourLength - seconds % PairDoors.hourLength) }
}
