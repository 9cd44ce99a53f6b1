/// A guest's first words, on link 0.
public struct Hello: Hashable, Sendable {
  /// The protocol versions that the guest speaks.
  public var versions: ClosedRange<UInt16>

  /// What the answer will repeat.
  public var nonce: Nonce

  /// The guest's player.
  public var name: PlayerName

  /// The guest's program and its version: 1 to 32 characters of ASCII from `!` to `~`.
  public var program: String

  /// Whether the guest wants to watch, and not to play.
  public var watches = false
  /// Whether a ``Challenge`` follows.
  public var challenges = false

  /// A greeting from `name`.
  public init(versions: ClosedRange<UInt16>, nonce: Nonce, name: PlayerName, program: String) {
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

  var wire: WireHello {
    var wire = WireHello()
    wire.lowestVersion = UInt32(versions.lowerBound)
    wire.highestVersion = UInt32(versions.upperBound)
    wire.nonce = nonce.rawValue
    wire.name = name.description
    wire.program = program
    wire.watches = watches
    wire.challenges = challenges
    return wire
  }

  /// Reads a greeting; of one that no version of ours can answer, only what every version has.
  init(_ wire: WireHello) throws(ProtocolError) {
    versions = try FieldRules.versions(wire.lowestVersion, wire.highestVersion)
    nonce = Nonce(rawValue: wire.nonce)
    watches = wire.watches
    guard versions.overlaps(ProtocolVersion.supported) else {
      name = PlayerName(cleaning: wire.name)
      program = "unknown"
      return
    }
    guard let name = PlayerName(wire.name) else {
      throw .forbiddenText(.name)
    }
    self.name = name
    program = wire.program
    challenges = wire.challenges
    try check()
  }
}
