/// A session that may have a conversation going: what the two sides' sessions do alike with it.
protocol Conversing {
  /// The conversation with the one on the other side, if both know their link.
  var conversation: Conversation? { get }

  /// Keeps what became of the conversation, and returns `actions` with what that needs besides.
  mutating func settle(
    _ conversation: Conversation,
    _ actions: [SessionAction]
  ) -> [SessionAction]
}

extension Conversing {
  /// Gives the conversation an input, or does nothing when there is none.
  mutating func converse(
    _ input: (inout Conversation) -> [SessionAction]
  ) -> [SessionAction] {
    guard var conversation else {
      return []
    }
    let actions = input(&conversation)
    return settle(conversation, actions)
  }
}
