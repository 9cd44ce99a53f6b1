import BoardUI
import MatchPlay

@testable import MatchProtocol
@testable import tabletooth

/// Where a letter lies.
struct LetterPlace: Hashable {
  let place: TablePlace
  let session: SessionID
  let writer: Role
}

/// What a game leaves at brokers for the other player, and finds there.
extension WorldPerformance {
  /// The boxes of the match at the brokers that are connected to.
  private var boxes: [(way: Int, own: LetterPlace)] {
    let hosts = offers.map { ($0.way, $0.place, $0.match, Role.host) }
    let guests = doors.map { ($0.way, $0.place, $0.match, Role.guest) }
    return (hosts + guests).compactMap { way, place, match, role in
      guard let match, lines[way]?.isUp == true else { return nil }
      return (way, LetterPlace(place: place, session: match, writer: role))
    }
  }

  func postLetters() {
    guard let wanted else { return }
    for (way, own) in boxes {
      world.lettersWritten += 1
      let content = wanted.flatMap { $0.content(in: own.session, at: world.lettersWritten) }
      world.letters[own] = content
      guard content != nil else { continue }
      if wanted?.saysSomething == true { take(.transport(.progress(.posted), of: way)) }
      for other in world.performances where other !== self { other.readLetters() }
    }
  }

  func readLetters() {
    for (way, own) in boxes {
      guard let content = world.letters[own.others],
        let letter = Letter(content, in: own.session), letter.time > (read[own] ?? 0)
      else { continue }
      read[own] = letter.time
      world.plan(in: .milliseconds(20)) { [weak self] in
        self?.take(.transport(.link(.letter(letter)), of: way))
      }
    }
  }

  func removeLetters(upTo time: UInt64) {
    for (_, own) in boxes {
      guard let content = world.letters[own.others],
        let letter = Letter(content, in: own.session), letter.time <= time
      else { continue }
      world.letters[own.others] = nil
    }
  }
}

extension LetterPlace {
  /// The other side's.
  fileprivate var others: LetterPlace {
    LetterPlace(place: place, session: session, writer: writer == .host ? .guest : .host)
  }
}
