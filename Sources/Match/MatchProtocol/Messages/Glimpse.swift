internal import SwiftProtobuf

/// What a player does at this moment: only the newest counts, and one that gets lost is not said
/// again.
public struct Glimpse: Hashable, Sendable {
  /// Whether the player is typing words.
  public var isTyping: Bool
  /// Where the player's cursor is on the board, 26 times the row plus the column; nil for nowhere.
  public var cursor: UInt32?

  /// A player who does this.
  public init(isTyping: Bool = false, cursor: UInt32? = nil) {
    (self.isTyping, self.cursor) = (isTyping, cursor)
  }
}

extension Glimpse {
  var wire: WireGlimpse {
    .with {
      $0.isTyping = isTyping
      if let cursor { $0.cursor = cursor &+ 1 }
    }
  }

  init(_ wire: WireGlimpse) {
    self.init(isTyping: wire.isTyping, cursor: wire.cursor == 0 ? nil : wire.cursor - 1)
  }
}
