/// A guest's wish to play by its own terms at the table of a player whom it knows.
public struct Challenge: Hashable, Sendable {
  /// The maximum number of code points of the text.
  package static let longest = 140

  /// The game; who moves first is decided at the table.
  package var terms: MatchMessage.Start

  /// The guest's message with it: up to ``longest`` code points of any kind, which ``words``
  /// cleans.
  package var text: String

  /// A challenge to play by `terms`.
  package init(_ terms: MatchMessage.Start, text: String = "") {
    self.terms = terms
    self.text = text
  }

  /// The part of the text that can be shown; nil if nothing can.
  package var words: Words? { try? Words(text) }
}

extension Challenge {
  func check() throws(ProtocolError) {
    try terms.check()
    guard text.unicodeScalars.count <= Self.longest else { throw .forbiddenText(.words) }
  }

  func write(to fields: inout WireWriter) {
    fields.message(1, terms.write)
    fields.string(2, text)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let terms = try fields.message(1)
    let text = try fields.string(2)
    self.init(try MatchMessage.Start(terms ?? WireReader()), text: text)
    try check()
  }
}
