/// The host's answer to the guest who may play, on link 0.
package struct Welcome: Hashable, Sendable {
  /// The nonce of the guest it is for.
  package var nonce: Nonce

  /// The protocol version that both will speak.
  package var version: UInt16

  /// The guest's id from now on; never ``LinkID/unassigned``.
  package var linkID: LinkID

  /// The match.
  package var session: SessionID

  /// The host's player.
  package var name: PlayerName

  /// The host's terms, if it sends them; the guest sees them before it accepts.
  package var offer: Offer?

  /// A seat on `linkID`.
  package init(
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

  func write(to fields: inout WireWriter) {
    fields.fixed64(1, nonce.rawValue)
    fields.varint(2, version)
    fields.varint(3, linkID.rawValue)
    fields.fixed64(4, session.high)
    fields.fixed64(5, session.low)
    fields.string(6, name.description)
    if let offer {
      fields.message(9, offer.terms.write)
      fields.bool(50, offer.isFirstOpen)
    }
  }

  /// Reads an answer; of one in another version, which is for another guest, only what identifies
  /// it.
  init(_ fields: WireReader) throws(ProtocolError) {
    let terms = try fields.message(9)
    let text = try fields.string(6)
    nonce = Nonce(rawValue: fields.fixed64(1))
    version = try FieldRules.version(fields.uint32(2))
    session = SessionID(high: fields.fixed64(4), low: fields.fixed64(5))
    guard ProtocolVersion.supported.contains(version) else {
      linkID = .unassigned
      name = PlayerName(cleaning: text)
      return
    }
    guard let linkID = UInt8(exactly: fields.uint32(3)) else {
      throw .valueOutOfRange(.linkID, UInt64(fields.uint32(3)))
    }
    self.linkID = LinkID(rawValue: linkID)
    guard let name = PlayerName(text) else {
      throw .forbiddenText(.name)
    }
    self.name = name
    if let terms {
      offer = Offer(try MatchMessage.Start(terms), isFirstOpen: fields.bool(50))
    }
    try check()
  }
}
