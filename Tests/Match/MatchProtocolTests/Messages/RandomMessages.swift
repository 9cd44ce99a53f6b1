import MatchProtocol
import MatchSimulation
import TestSupport

extension MatchMessage {
  /// Any message of a match.
  static func random(using random: inout SeededGenerator) -> MatchMessage {
    let ply = Int.random(in: 0...65_535, using: &random)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: .start(.random(using: &random))
    case 1:
      .move(
        Move(
          ply: ply,
          text: token(16, using: &random),
          position: UInt32.random(in: 0...UInt32.max, using: &random)
        )
      )
    case 2: .ask(Ask(.random(after: ply, using: &random), ply: ply))
    case 3:
      .answer(
        Answer(
          [.draw, .takeBack, .rematch].randomElement(using: &random) ?? .draw,
          ply: ply,
          agrees: random.chance(50)
        )
      )
    case 4: .pause(Pause(isOn: random.chance(50), ply: ply))
    case 5: .flag(ply: ply)
    case 6:
      .differ(Differ(ply: ply, position: UInt32.random(in: 0...UInt32.max, using: &random)))
    default: .resign
    }
  }
}

extension MatchMessage.Start {
  /// Any terms, of a match that may have gone back.
  static func random(using random: inout SeededGenerator) -> Self {
    var start = Self(
      game: token(32, using: &random),
      rule: token(32, using: &random),
      first: random.chance(50) ? .host : .guest
    )
    if random.chance(30) { start.goneBack = .init(records: 1 << 40, game: 3) }
    return start
  }
}

extension MatchMessage.Ask.Request {
  /// Anything that may be asked for after `ply` moves.
  static func random(after ply: Int, using random: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .draw
    case 1: .takeBack(remaining: Int.random(in: 0..<max(ply, 1), using: &random))
    default: .rematch
    }
  }
}

extension Envelope {
  /// Any message at all.
  static func random(using random: inout SeededGenerator) -> Envelope {
    let nonce = Nonce.random(using: &random)
    let name = PlayerName.random(using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      return .hello(
        Hello(
          versions: 1...UInt16.random(in: 4...9, using: &random),
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
          version: 4,
          linkID: link,
          session: SessionID.random(using: &random),
          name: name
        )
      )
    case 2:
      return .refuse(
        Refuse(
          nonce: nonce,
          reason: [
            .roomFull, .unknownMatch, .protocolVersion(host: 2...65_535), .closed, .seatKept,
            .tooManyTries(seconds: 60), .notInvited,
          ]
          .randomElement(using: &random) ?? .roomFull
        )
      )
    case 3:
      return .goodbye(GoodbyeReason.allCases.randomElement(using: &random) ?? .left)
    case 4:
      return .resume(Resume(nonce: nonce))
    case 5:
      let link = LinkID(rawValue: UInt8.random(in: 1...255, using: &random))
      return .resumed(Resumed(nonce: nonce, linkID: link))
    case 6:
      return .confirm(
        received: UInt32.random(in: 0...UInt32.max, using: &random),
        SessionID.random(using: &random)
      )
    case 7:
      let text = String(name.description.prefix(40))
      return .say(Say(number: UInt32.random(in: 0...UInt32.max, using: &random), text: text))
    case 8:
      return .seen(
        Seen(
          words: UInt32.random(in: 0...UInt32.max, using: &random),
          match: UInt32.random(in: 0...9, using: &random),
          isDeaf: Bool.random(using: &random)
        )
      )
    case 9:
      let digests = (0..<Int.random(in: 1...GameLine.longest, using: &random)).map { UInt64($0) }
      return .gameLine(GameLine(game: 1, remaining: UInt32(digests.count), digests: digests))
    case 10:
      return .goBack(GoBack(agrees: random.chance(50), game: 2, moves: 3))
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
