/// The moves of a file with their variations, in the order of the file: each one after its parent.
struct MoveTree {
  private struct Node {
    let move: Move?
    let comment: String
    /// The place of the move in the file.
    let offset: Int
    var children: [Int] = []
  }

  /// The longest text that the variations at one move become, in bytes.
  private static let longestText = 20_000
  /// The comment on the position at which a record passes, and the game is cut.
  static let pass = "the record continues with a pass"

  private var nodes: [Node]

  /// A tree of which only a comment on the start is known.
  init(comment: String) {
    nodes = [Node(move: nil, comment: comment, offset: 0)]
  }

  /// Adds a move behind the one of this number, and returns its own number.
  ///
  /// The start is 0. A move that nobody can name, such as a pass, is nil.
  mutating func add(_ move: Move?, after parent: Int, _ comment: String, at offset: Int) -> Int {
    nodes.append(Node(move: move, comment: comment, offset: offset))
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  /// The first move, which tells who begins.
  var firstMove: Move? { nodes[0].children.first.flatMap { nodes[$0].move } }

  /// Plays the main line into `game`; a variation becomes a comment on the position it leaves.
  ///
  /// - Parameters:
  ///   - game: The record, at its start.
  ///   - broken: Makes the error of a move that is not legal, of what was expected, and its place.
  /// - Throws: what `broken` makes.
  func play(
    into game: inout GameRecord,
    broken: (_ move: Move, _ expected: String, _ offset: Int) -> BrokenFile
  ) throws(BrokenFile) {
    var place = 0
    note(0, in: &game)
    while let next = nodes[place].children.first {
      guard let move = nodes[next].move else {
        game.note(Self.pass, after: game.position.ply)
        return
      }
      do {
        try game.play(move)
      } catch {
        throw broken(move, error.expectation, nodes[next].offset)
      }
      place = next
      note(next, in: &game)
    }
  }

  private func note(_ place: Int, in game: inout GameRecord) {
    let ply = game.position.ply
    if !nodes[place].comment.isEmpty { game.note(nodes[place].comment, after: ply) }
    for variation in nodes[place].children.dropFirst() {
      game.note("or (\(text(from: variation)))", after: ply)
    }
  }

  private enum Part {
    case move(Int)
    case text(String)
  }

  /// A variation in one line, with its own variations in parentheses.
  private func text(from head: Int) -> String {
    var text = ""
    var parts = [Part.move(head)]
    while let part = parts.popLast() {
      guard text.utf8.count < Self.longestText else { return text + " …" }
      switch part {
      case .text(let sign): text += sign
      case .move(let place):
        let node = nodes[place]
        if !text.isEmpty, text.last != "(" { text += " " }
        text += node.move?.description ?? "pass"
        if !node.comment.isEmpty { text += " “\(node.comment)”" }
        if let first = node.children.first { parts.append(.move(first)) }
        for other in node.children.dropFirst().reversed() {
          parts += [.text(")"), .move(other), .text(" (")]
        }
      }
    }
    return text
  }
}
