/// The host's answer to the guest who may play, on link 0.
public struct Welcome: Hashable, Sendable {
  /// The nonce of the guest it is for.
  public var nonce: Nonce

  /// The protocol version that both will speak.
  public var version: UInt16

  /// The guest's id from now on; never ``LinkID/unassigned``.
  public var linkID: LinkID

  /// The match.
  public var session: SessionID

  /// The host's player.
  public var name: PlayerName

  /// What the host is going to begin with, if it says so; the guest sees it before it accepts.
  public var offer: Offer?

  /// A seat on `linkID`.
  public init(
    nonce: Nonce,
    version: UInt16,
    linkID: LinkID,
    session: SessionID,
    name: PlayerName,
    offer: Offer? = nil
  ) {
    self.nonce = nonce
    self.version = version
    self.linkID = linkID
    self.session = session
    self.name = name
    self.offer = offer
  }
}

extension Welcome {
  func check() throws(ProtocolError) {
    guard linkID != .unassigned || !ProtocolVersion.supported.contains(version) else {
      throw .valueOutOfRange(.linkID, 0)
    }
    try offer?.terms.check()
  }

  var wire: WireWelcome {
    var wire = WireWelcome()
    wire.nonce = nonce.rawValue
    wire.version = UInt32(version)
    wire.linkID = UInt32(linkID.rawValue)
    wire.sessionHigh = session.high
    wire.sessionLow = session.low
    wire.name = name.description
    if let offer {
      wire.offer = offer.terms.wire
      wire.firstIsOpen = offer.isFirstOpen
    }
    return wire
  }

  /// Reads an answer; of one in another version, which is for another guest, only what identifies
  /// it.
  init(_ wire: WireWelcome) throws(ProtocolError) {
    nonce = Nonce(rawValue: wire.nonce)
    version = try FieldRules.version(wire.version)
    session = SessionID(high: wire.sessionHigh, low: wire.sessionLow)
    guard ProtocolVersion.supported.contains(version) else {
      linkID = .unassigned
      name = PlayerName(cleaning: wire.name)
      return
    }
    guard let linkID = UInt8(exactly: wire.linkID) else {
      throw .valueOutOfRange(.linkID, UInt64(wire.linkID))
    }
    self.linkID = LinkID(rawValue: linkID)
    guard let name = PlayerName(wire.name) else {
      throw .forbiddenText(.name)
    }
    self.name = name
    if wire.hasOffer {
      offer = Offer(try MatchMessage.Start(wire.offer), isFirstOpen: wire.firstIsOpen)
    }
    try check()
  }
}
