import MatchSimulation
import Sodium
import Testing

@testable import MatchProtocol

@Suite struct HandshakeStateTests {
  private static func side(
    _ role: HandshakeState.Role,
    prologue: [UInt8] = CacophonyVector.prologue
  ) throws -> HandshakeState {
    let isInitiator = role == .initiator
    return HandshakeState(
      role: role,
      key: try key(
        isInitiator ? CacophonyVector.initiatorStatic : CacophonyVector.responderStatic
      ),
      ephemeral: try pair(
        isInitiator ? CacophonyVector.initiatorEphemeral : CacophonyVector.responderEphemeral
      ),
      prologue: prologue
    )
  }

  private static func pair(_ hex: String) throws -> KeyPair {
    try KeyPair(secret: SecretBytes(copying: [UInt8](hex: hex)))
  }

  private static func key(_ hex: String) throws -> KeyPair {
    try pair(hex)
  }

  @Test func `the published messages are written, read, and followed by the published ones`() throws
  {
    var initiator = try Self.side(.initiator)
    var responder = try Self.side(.responder)
    let messages = CacophonyVector.messages
    for (index, message) in messages[..<3].enumerated() {
      let written: [UInt8]
      let read: [UInt8]
      if index.isMultiple(of: 2) {
        written = try initiator.write(message.payload)
        read = try responder.read(written)
      } else {
        written = try responder.write(message.payload)
        read = try initiator.read(written)
      }
      #expect(written == message.ciphertext)
      #expect(read == message.payload)
    }
    #expect(initiator.isFinished && responder.isFinished)
    #expect(initiator.hash == CacophonyVector.handshakeHash)
    #expect(responder.hash == CacophonyVector.handshakeHash)
    #expect(initiator.remoteStatic == responder.localStatic)
    #expect(responder.remoteStatic == initiator.localStatic)

    var here = initiator.split()
    var there = responder.split()
    for (index, message) in messages[3...].enumerated() {
      if index.isMultiple(of: 2) {
        #expect(try there.sending.encrypt(message.payload) == message.ciphertext)
        #expect(try here.receiving.decrypt(message.ciphertext[...]) == message.payload)
      } else {
        #expect(try here.sending.encrypt(message.payload) == message.ciphertext)
        #expect(try there.receiving.decrypt(message.ciphertext[...]) == message.payload)
      }
    }
  }

  /// Both sides, after the first `count` messages of the published handshake.
  private func sides(after count: Int) throws -> (reader: HandshakeState, writer: HandshakeState) {
    var writer = try Self.side(.initiator)
    var reader = try Self.side(.responder)
    for message in CacophonyVector.messages[..<count] {
      _ = try reader.read(writer.write(message.payload))
      swap(&writer, &reader)
    }
    return (reader, writer)
  }

  @Test(arguments: 0..<3)
  func `a message cut anywhere is refused and changes nothing`(index: Int) throws {
    let (reader, _) = try sides(after: index)
    let whole = CacophonyVector.messages[index]
    let smallest = whole.ciphertext.count - whole.payload.count
    for length in 0..<smallest {
      var state = reader
      #expect(throws: SecurityError.self) { try state.read(Array(whole.ciphertext[..<length])) }
      #expect(try state.read(whole.ciphertext) == whole.payload)
    }
  }

  @Test(arguments: 1..<3)
  func `a message with any bit changed is refused`(index: Int) throws {
    let (reader, _) = try sides(after: index)
    let whole = CacophonyVector.messages[index].ciphertext
    for position in 0..<whole.count {
      var state = reader
      var broken = whole
      broken[position] ^= 1 << UInt8(position % 8)
      #expect(throws: SecurityError.self) { try state.read(broken) }
    }
  }

  @Test(arguments: 0..<3)
  func `a message out of turn is refused`(index: Int) throws {
    let (_, writer) = try sides(after: index)
    var state = writer
    #expect(throws: SecurityError.unexpectedMessage) {
      try state.read(CacophonyVector.messages[index].ciphertext)
    }
  }

  @Test func `a message after the last is refused`() throws {
    for var state in try [sides(after: 3).reader, sides(after: 3).writer] {
      #expect(!state.isMyTurn)
      #expect(throws: SecurityError.unexpectedMessage) { try state.read([]) }
    }
  }

  @Test func `another prologue is noticed by the first encrypted message`() throws {
    var initiator = try Self.side(.initiator)
    var responder = try Self.side(.responder, prologue: [])
    _ = try responder.read(initiator.write([]))
    let answer = try responder.write([])
    #expect(throws: SecurityError.forged) { try initiator.read(answer) }
  }

  @Test func `an ephemeral key of small order is refused`() throws {
    var responder = try Self.side(.responder)
    _ = try responder.read([UInt8](repeating: 0, count: 32))
    #expect(throws: SecurityError.weakKey) { try responder.write([]) }
    var initiator = try Self.side(.initiator)
    _ = try initiator.write([])
    #expect(throws: SecurityError.weakKey) {
      try initiator.read([UInt8](repeating: 0, count: 96))
    }
  }
}
