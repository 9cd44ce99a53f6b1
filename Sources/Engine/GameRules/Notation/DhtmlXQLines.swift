/// The lines of a game of dpxq: the main line, whose number is 0, and variations of other lines.
struct DhtmlXQLines {
  /// A move, and its place in the file.
  typealias Step = (move: Move, offset: Int)

  /// What the name of a variation's field tells, such as `move_0_2_1`.
  struct Variation {
    /// The line that it leaves.
    let parent: Int
    /// The number of its first move, counted from 1 at the start of the game.
    let firstStep: Int
    /// Its own number.
    let number: Int

    /// Reads the name of a field without its `DhtmlXQ_`; nil if it is another field.
    init?(field: String) {
      let numbers = field.split(separator: "_").dropFirst().compactMap { Int($0) }
      guard field.hasPrefix("move_"), numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else {
        return nil
      }
      (parent, firstStep, number) = (numbers[0], numbers[1], numbers[2])
    }
  }

  /// The deepest variation of variations that is kept.
  private static let deepest = 1_000

  private struct Line {
    let firstStep: Int
    /// The line that it leaves, and how many lines that one has before it.
    let parent: Int
    let depth: Int
    /// The number in the tree of the position that it leaves.
    let start: Int
    /// The number of each move in the tree.
    var places: [Int] = []
  }

  private let mainLine: [Step]
  private var variations: [(variation: Variation, steps: [Step])] = []

  /// The lines of a game of which only the main one is known.
  init(mainLine: [Step]) { self.mainLine = mainLine }

  /// Adds a variation, which may stand in the file before the line that it leaves.
  mutating func add(_ variation: Variation, _ steps: [Step]) {
    variations.append((variation, steps))
  }

  /// All lines as one tree.
  ///
  /// A variation that leaves no line of the file is left out.
  /// - Parameter comment: Tells what is said after a move, by the numbers of its line and its own.
  /// - Returns: The tree, whose first line is the main one.
  func tree(comment: (_ line: Int, _ step: Int) -> String?) -> MoveTree {
    var tree = MoveTree(comment: comment(0, 0) ?? "")
    let main = Line(firstStep: 1, parent: 0, depth: 0, start: 0)
    var lines = [0: Self.add(mainLine, of: 0, main, to: &tree, comment)]
    let byParent = Dictionary(grouping: variations) { $0.variation.parent }
    var numbers = [0]
    var next = 0
    while next < numbers.count {
      let leaving = byParent[numbers[next], default: []]
      next += 1
      for (variation, steps) in leaving.sorted(by: { $0.variation.number < $1.variation.number })
      where lines[variation.number] == nil {
        guard let line = Self.line(of: variation, in: lines) else { continue }
        lines[variation.number] = Self.add(steps, of: variation.number, line, to: &tree, comment)
        numbers.append(variation.number)
      }
    }
    return tree
  }

  /// A variation without its moves; nil if its first move replaces none.
  private static func line(of variation: Variation, in lines: [Int: Line]) -> Line? {
    let step = variation.firstStep
    var number = variation.parent
    guard step > 0, var owner = lines[number] else { return nil }
    while step < owner.firstStep, let before = lines[owner.parent] {
      (number, owner) = (owner.parent, before)
    }
    let place = step - owner.firstStep
    guard owner.places.indices.contains(place), owner.depth < deepest else { return nil }
    let start = place == 0 ? owner.start : owner.places[place - 1]
    return Line(firstStep: step, parent: number, depth: owner.depth + 1, start: start)
  }

  /// Adds the moves of a line to the tree.
  private static func add(
    _ steps: [Step],
    of number: Int,
    _ line: Line,
    to tree: inout MoveTree,
    _ comment: (_ line: Int, _ step: Int) -> String?
  ) -> Line {
    var line = line
    for (offset, step) in steps.enumerated() {
      let comment = comment(number, line.firstStep + offset) ?? ""
      let parent = line.places.last ?? line.start
      line.places.append(tree.add(step.move, after: parent, comment, at: step.offset))
    }
    return line
  }
}
