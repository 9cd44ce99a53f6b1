import Testing

@testable import Avahi

@Suite struct MulticastQuestionTests {
  @Test func `a question is that of RFC 1035`() {
    #expect(
      MulticastQuestion.bytes(of: "_t._tcp.local")
        == [0x74, 0x74, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2] + Array("_t".utf8) + [4]
        + Array("_tcp".utf8) + [5] + Array("local".utf8) + [0, 0, 12, 0, 1]
    )
  }

  @Test func `an answer has the number, and says something`() {
    let answer: [UInt8] = [0x74, 0x74, 0x84, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 2, 3]
    #expect(MulticastQuestion.isAnswer(answer[...]))
    for change in [(0, 0x75), (1, 0), (2, 0x04), (7, 0)] as [(Int, UInt8)] {
      var other = answer
      other[change.0] = change.1
      #expect(!MulticastQuestion.isAnswer(other[...]))
    }
    for count in 0..<12 { #expect(!MulticastQuestion.isAnswer(answer[..<count])) }
    #expect(!MulticastQuestion.isAnswer(MulticastQuestion.bytes(of: "_t._tcp.local")[...]))
  }
}
