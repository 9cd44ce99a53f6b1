import Sodium
import Testing

@Suite struct SecretBytesTests {
  @Test func `a secret gives back its bytes and parts of them`() {
    let secret = SecretBytes(copying: [1, 2, 3, 4])
    #expect(secret.count == 4)
    #expect(secret.bytes == [1, 2, 3, 4])
    #expect(SecretBytes(copying: secret, range: 1..<3).bytes == [2, 3])
    #expect(SecretBytes(copying: secret, range: 4..<4).bytes == [])
  }

  @Test func `random bytes are not the same twice`() {
    #expect(SecretBytes(random: 32).bytes != SecretBytes(random: 32).bytes)
  }

  @Test func `bytes are compared in all places`() {
    #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
    #expect(ConstantTime.areEqual([], []))
    #expect(!ConstantTime.areEqual([1, 2, 3], [0, 2, 3]))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 4]))
    #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
  }

  @Test func `a part that does not exist ends the program`() async {
    await #expect(processExitsWith: .failure) {
      _ = SecretBytes(copying: SecretBytes(copying: [1]), range: 0..<2)
    }
  }

  @Test func `a thousand secrets come and go`() {
    for count in 0..<1_000 {
      #expect(SecretBytes(random: count).count == count)
    }
  }
}
