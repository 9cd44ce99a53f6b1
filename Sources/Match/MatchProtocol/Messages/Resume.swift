/// A guest's first words on a new link, when an old one was lost: on link 0.
public struct Resume: Hashable, Sendable {
  /// What the answer will repeat; another one for each new link.
  public var nonce: Nonce

  /// A purpose to go on; with which match is said when nobody else hears it.
  public init(nonce: Nonce) {
    self.nonce = nonce
  }
}

/// The host's answer to a guest who may go on, on link 0.
public struct Resumed: Hashable, Sendable {
  /// The nonce of the guest it is for.
  public var nonce: Nonce

  /// The guest's id from now on; never ``LinkID/unassigned``.
  public var linkID: LinkID

  /// The match goes on, on `linkID`.
  public init(nonce: Nonce, linkID: LinkID) {
    self.nonce = nonce
    self.linkID = linkID
  }
}

extension Resume {
  var wire: WireResume {
    var wire = WireResume()
    wire.nonce = nonce.rawValue
    return wire
  }

  init(_ wire: WireResume) {
    nonce = Nonce(rawValue: wire.nonce)
  }
}

extension Resumed {
  func check() throws(ProtocolError) {
    guard linkID != .unassigned else {
      throw .valueOutOfRange(.linkID, 0)
    }
  }

  var wire: WireResumed {
    var wire = WireResumed()
    wire.nonce = nonce.rawValue
    wire.linkID = UInt32(linkID.rawValue)
    return wire
  }

  init(_ wire: WireResumed) throws(ProtocolError) {
    guard let id = UInt8(exactly: wire.linkID) else {
      throw .valueOutOfRange(.linkID, UInt64(wire.linkID))
    }
    nonce = Nonce(rawValue: wire.nonce)
    linkID = LinkID(rawValue: id)
    try check()
  }
}
