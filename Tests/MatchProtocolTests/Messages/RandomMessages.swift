import MatchProtocol
import TestSupport

extension Message {
  /// Any message of a match.
  static func random(using random: inout SeededGenerator) -> Message {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      .start(
        Start(
          game: token(32, using: &random),
          rule: token(32, using: &random),
          first: random.chance(50) ? .host : .guest
        )
      )
    case 1:
      .move(
        Move(ply: Int.random(in: 0...65_535, using: &random), text: token(16, using: &random))
      )
    default:
      .resign
    }
  }
}

extension Envelope {
  /// Any message at all.
  static func random(using random: inout SeededGenerator) -> Envelope {
    let nonce = Nonce.random(using: &random)
    let name = PlayerName.random(using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      return .hello(
        Hello(
          versions: 1...UInt16.random(in: 1...9, using: &random),
          nonce: nonce,
          name: name,
          program: token(32, using: &random)
        )
      )
    case 1:
      let link = LinkID(rawValue: UInt8.random(in: 1...255, using: &random))
      return .welcome(
        Welcome(
          nonce: nonce,
          version: 1,
          linkID: link,
          session: SessionID.random(using: &random),
          name: name
        )
      )
    case 2:
      return .refuse(
        Refuse(
          nonce: nonce,
          reason: [.roomFull, .unknownMatch, .protocolVersion(host: 2...65_535)]
            .randomElement(using: &random) ?? .roomFull
        )
      )
    case 3:
      return .goodbye(GoodbyeReason.allCases.randomElement(using: &random) ?? .left)
    case 4:
      return .resume(
        Resume(
          nonce: nonce,
          session: SessionID.random(using: &random),
          received: UInt32.random(in: 0...UInt32.max, using: &random)
        )
      )
    case 5:
      let link = LinkID(rawValue: UInt8.random(in: 1...255, using: &random))
      let received = UInt32.random(in: 0...UInt32.max, using: &random)
      return .resumed(Resumed(nonce: nonce, linkID: link, received: received))
    default:
      return .match(.random(using: &random))
    }
  }
}

extension PlayerName {
  /// Any name, of letters from one to four bytes each.
  static func random(using random: inout SeededGenerator) -> PlayerName {
    let letters: [Character] = ["a", "Z", " ", "é", "棋", "𝄞", "👩‍💻"]
    let count = Int.random(in: 1...40, using: &random)
    let text = (0..<count).map { _ in letters.randomElement(using: &random) ?? "x" }
    return PlayerName(cleaning: String(text))
  }
}

/// Any printable ASCII, at least 1 character and at most `maximum`.
func token(_ maximum: Int, using random: inout SeededGenerator) -> String {
  let count = Int.random(in: 1...maximum, using: &random)
  let bytes = (0..<count).map { _ in UInt8.random(in: 0x21...0x7e, using: &random) }
  return String(decoding: bytes, as: UTF8.self)
}
