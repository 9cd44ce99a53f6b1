/// A guest's first words on a new link, when an old one was lost: on link 0.
package struct Resume: Hashable, Sendable {
  /// The nonce that the answer will repeat; each new link has another one.
  package var nonce: Nonce

  /// A purpose to go on; with which match is said when nobody else hears it.
  package init(nonce: Nonce) {
    self.nonce = nonce
  }
}

/// The host's answer to a guest who may go on, on link 0.
package struct Resumed: Hashable, Sendable {
  /// The nonce of the guest it is for.
  package var nonce: Nonce

  /// The guest's id from now on; never ``LinkID/unassigned``.
  package var linkID: LinkID

  /// The match goes on, on `linkID`.
  package init(nonce: Nonce, linkID: LinkID) {
    self.nonce = nonce
    self.linkID = linkID
  }
}

extension Resume {
  func write(to fields: inout WireWriter) { fields.fixed64(1, nonce.rawValue) }

  init(_ fields: WireReader) { self.init(nonce: Nonce(rawValue: fields.fixed64(1))) }
}

extension Resumed {
  func check() throws(ProtocolError) {
    guard linkID != .unassigned else {
      throw .valueOutOfRange(.linkID, 0)
    }
  }

  func write(to fields: inout WireWriter) {
    fields.fixed64(1, nonce.rawValue)
    fields.varint(2, linkID.rawValue)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    guard let id = UInt8(exactly: fields.uint32(2)) else {
      throw .valueOutOfRange(.linkID, UInt64(fields.uint32(2)))
    }
    self.init(nonce: Nonce(rawValue: fields.fixed64(1)), linkID: LinkID(rawValue: id))
    try check()
  }
}
