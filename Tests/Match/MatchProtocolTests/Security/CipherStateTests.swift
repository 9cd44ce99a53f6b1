import MatchSimulation
import Sodium
import Testing

@testable import MatchProtocol

@Suite struct CipherStateTests {
  private static func cipher(nextNonce: UInt64 = 0) -> CipherState {
    CipherState(
      key: SharedSecret(SecretBytes(copying: Array(0..<32))),
      nextNonce: nextNonce
    )
  }

  @Test func `messages open in the order they were sealed, and only once`() throws {
    var sending = Self.cipher()
    var receiving = Self.cipher()
    let sealed = try (0..<4).map { try sending.encrypt([UInt8($0)]) }
    #expect(sealed.allSatisfy { $0.count == 17 })
    #expect(try receiving.decrypt(sealed[0][...]) == [0])
    for wrong in [sealed[0], sealed[2], sealed[3], []] {
      #expect(throws: SecurityError.forged) { try receiving.decrypt(wrong[...]) }
    }
    #expect(receiving.nextNonce == 1)
    #expect(try sealed[1...].map { try receiving.decrypt($0[...]) } == [[1], [2], [3]])
  }

  @Test func `the number is the nonce, its lowest byte first`() throws {
    var sending = Self.cipher(nextNonce: 0x0102_0304_0506_0708)
    let sealed = try sending.encrypt([1, 2, 3], additionalData: [4])
    let opened = try ChaChaPoly.open(
      sealed,
      additionalData: [4],
      nonce: [0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1],
      key: SecretBytes(copying: Array(0..<32))
    )
    #expect(opened == [1, 2, 3])
  }

  @Test func `a message with its number opens wherever it stands`() throws {
    var sending = Self.cipher()
    let sealed = try (0..<3).map { try sending.encrypt([UInt8($0)]) }
    let receiving = Self.cipher()
    for number in [2, 0, 1] as [UInt64] {
      #expect(try receiving.decrypt(sealed[Int(number)][...], nonce: number) == [UInt8(number)])
      #expect(throws: SecurityError.forged) {
        try receiving.decrypt(sealed[Int(number)][...], nonce: number + 1)
      }
    }
  }

  @Test func `the last number is never used for a message`() throws {
    var cipher = Self.cipher(nextNonce: .max - 1)
    let sealed = try cipher.encrypt([])
    #expect(throws: SecurityError.exhausted) { try cipher.encrypt([]) }
    #expect(throws: SecurityError.exhausted) { try cipher.decrypt(sealed[...]) }
  }
}
