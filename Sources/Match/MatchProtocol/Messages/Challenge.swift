internal import SwiftProtobuf

/// A guest's wish to play by its own terms at the table of a player whom it knows.
public struct Challenge: Hashable, Sendable {
  /// How many code points the text may have.
  public static let longest = 140

  /// What is to be played; who moves first is decided at the table.
  public var terms: MatchMessage.Start

  /// What the guest's player says to it: up to ``longest`` code points of any kind, which
  /// ``words`` cleans.
  public var text: String

  /// A challenge to play by `terms`.
  public init(_ terms: MatchMessage.Start, text: String = "") {
    self.terms = terms
    self.text = text
  }

  /// What can be shown of the text; nil where nothing can.
  public var words: Words? { try? Words(text) }
}

extension Challenge {
  func check() throws(ProtocolError) {
    try terms.check()
    guard text.unicodeScalars.count <= Self.longest else { throw .forbiddenText(.words) }
  }

  var wire: WireChallenge {
    .with {
      $0.terms = terms.wire
      $0.text = text
    }
  }

  init(_ wire: WireChallenge) throws(ProtocolError) {
    self.init(try MatchMessage.Start(wire.terms), text: wire.text)
    try check()
  }
}
