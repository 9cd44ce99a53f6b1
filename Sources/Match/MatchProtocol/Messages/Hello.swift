/// A guest's first words, on link 0.
package struct Hello: Hashable, Sendable {
  /// The protocol versions that the guest speaks.
  package var versions: ClosedRange<UInt16>

  /// The nonce that the answer will repeat.
  package var nonce: Nonce

  /// The guest's player.
  package var name: PlayerName

  /// The guest's program and its version: 1 to 32 characters of ASCII from `!` to `~`.
  package var program: String

  /// True if the guest wants to watch, and not to play.
  package var watches = false
  /// True if a ``Challenge`` follows.
  package var challenges = false

  /// A greeting from `name`.
  package init(versions: ClosedRange<UInt16>, nonce: Nonce, name: PlayerName, program: String) {
    self.versions = versions
    self.nonce = nonce
    self.name = name
    self.program = program
  }
}

extension Hello {
  func check() throws(ProtocolError) {
    try FieldRules.checkToken(program, .program, maximum: FieldRules.longestProgram)
  }

  func write(to fields: inout WireWriter) {
    fields.varint(1, versions.lowerBound)
    fields.varint(2, versions.upperBound)
    fields.fixed64(3, nonce.rawValue)
    fields.string(4, name.description)
    fields.string(5, program)
    fields.bool(80, watches)
    fields.bool(86, challenges)
  }

  /// Reads a greeting; of one that no version of ours can answer, only what every version has.
  init(_ fields: WireReader) throws(ProtocolError) {
    let text = try fields.string(4)
    let program = try fields.string(5)
    versions = try FieldRules.versions(fields.uint32(1), fields.uint32(2))
    nonce = Nonce(rawValue: fields.fixed64(3))
    watches = fields.bool(80)
    guard versions.overlaps(ProtocolVersion.supported) else {
      name = PlayerName(cleaning: text)
      self.program = "unknown"
      return
    }
    guard let name = PlayerName(text) else {
      throw .forbiddenText(.name)
    }
    self.name = name
    self.program = program
    challenges = fields.bool(86)
    try check()
  }
}
