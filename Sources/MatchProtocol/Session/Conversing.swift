/// A session that may have a conversation going: what the two sides' sessions do alike with it.
protocol Conversing {
  /// The conversation with the one on the other side, if both know their link.
  var conversation: Conversation? { get }

  /// Keeps what became of the conversation, and returns `step` with what that needs besides.
  mutating func settle(
    _ conversation: Conversation,
    _ step: Step
  ) -> Step
}

extension Conversing {
  /// Gives the conversation an input, or does nothing when there is none.
  mutating func converse(
    _ input: (inout Conversation) -> Step
  ) -> Step {
    guard var conversation else {
      return Step()
    }
    let step = input(&conversation)
    return settle(conversation, step)
  }
}
