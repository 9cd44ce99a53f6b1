internal import MatchProtocol

/// A table as its host opens it at a broker.
public struct BrokerTable: Sendable {
  /// Where its guests find it.
  public var doors: [Door]
  /// What is told of it to those who ask there; nil for nothing.
  public var sign: TableSign?
  /// How long packets of guests may be, in bytes.
  public var packetSize = PacketSize.largest
  /// What is told of it to players who are known, wherever they ask; nil for nothing.
  public var presence: BrokerPresence?

  /// A table behind `doors` of which this is told.
  public init(_ doors: [Door], saying sign: TableSign? = nil) {
    (self.doors, self.sign) = (doors, sign)
  }
}
