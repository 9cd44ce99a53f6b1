internal import MatchProtocol

/// A table as its host opens it at a broker.
public struct BrokerTable: Sendable {
  /// The rendezvous where its guests find it.
  public var doors: [Door]
  /// The answer to queries there; nil for none.
  public var sign: TableSign?
  /// The maximum length of guests' packets, in bytes.
  public var packetSize = PacketSize.largest
  /// The answers to contacts, wherever they ask; nil for none.
  public var presence: BrokerPresence?

  /// A table behind `doors` of which this is told.
  public init(_ doors: [Door], saying sign: TableSign? = nil) {
    (self.doors, self.sign) = (doors, sign)
  }
}
