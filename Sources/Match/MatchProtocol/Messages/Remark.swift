internal import SwiftProtobuf

/// What somebody says at a table where those who watch may talk.
public struct Remark: Hashable, Sendable {
  /// The one of those who watch whose words these are; nil if they are the sender's own.
  public var name: PlayerName?
  /// What is said: 1 to ``Words/longest`` code points of any kind; a receiver cleans it.
  public var text: String

  /// `text`, said by the one who watches of this name, or by the sender.
  public init(_ text: String, by name: PlayerName? = nil) {
    self.text = text
    self.name = name
  }

  /// What can be shown of the text; nil where nothing can.
  public var words: Words? { try? Words(text) }
}

extension Remark {
  func check() throws(ProtocolError) {
    guard 1...Words.longest ~= text.unicodeScalars.count else { throw .forbiddenText(.words) }
  }

  var wire: WireRemark {
    .with {
      $0.name = name?.description ?? ""
      $0.text = text
    }
  }

  init(_ wire: WireRemark) throws(ProtocolError) {
    self.init(wire.text)
    try check()
    guard !wire.name.isEmpty else { return }
    guard let name = PlayerName(wire.name) else { throw .forbiddenText(.name) }
    self.name = name
  }
}
