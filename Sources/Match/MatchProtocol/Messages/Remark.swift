/// A chat message at a table where spectators may chat.
package struct Remark: Hashable, Sendable {
  /// The one of those who watch whose words these are; nil if they are the sender's own.
  package var name: PlayerName?
  /// The text: 1 to ``Words/longest`` code points of any kind; a receiver cleans it.
  package var text: String

  /// `text`, said by the one who watches of this name, or by the sender.
  package init(_ text: String, by name: PlayerName? = nil) {
    self.text = text
    self.name = name
  }

  /// The part of the text that can be shown; nil if nothing can.
  package var words: Words? { try? Words(text) }
}

extension Remark {
  func check() throws(ProtocolError) {
    guard 1...Words.longest ~= text.unicodeScalars.count else { throw .forbiddenText(.words) }
  }

  func write(to fields: inout WireWriter) {
    fields.string(1, name?.description ?? "")
    fields.string(2, text)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let by = try fields.string(1)
    self.init(try fields.string(2), by: PlayerName(by))
    try check()
    guard by.isEmpty || name != nil else { throw .forbiddenText(.name) }
  }
}
