import Terminal

/// Discs on a canvas, of block elements that show up to two colours in a cell.
struct RoundShapes {
  /// The look of a quarter of a cell.
  enum Paint: Hashable {
    /// The board, with nothing on it.
    case board
    /// A solid part, which is seen without colours too.
    case solid(Colour?)
    /// A part that has a background only.
    case clear(Colour?)

    /// Its colour; nil is the board's, or the terminal's own.
    var colour: Colour? {
      switch self {
      case .board: nil
      case .solid(let colour), .clear(let colour): colour
      }
    }

    fileprivate var isSolid: Bool { if case .solid = self { true } else { false } }
  }

  /// The block elements by their quarters: 1 is the upper left one, 2 the upper right one, 4 and 8
  /// are below.
  private static let blocks = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  private let size: Size
  private let board: (Place) -> Colour?
  private let hasColours: Bool
  /// Four for each cell; nil where nothing was painted.
  private var quarters: [Paint?]

  /// Nothing yet, on a canvas of this size, above a board that has these colours.
  init(_ size: Size, board: @escaping (Place) -> Colour?, hasColours: Bool) {
    self.size = size
    self.board = board
    self.hasColours = hasColours
    quarters = [Paint?](repeating: nil, count: 4 * size.rows * size.columns)
  }

  /// Paints `disc` with its middle at `place`.
  mutating func add(_ disc: Disc, at place: Place, rim: Paint, inside: Paint) {
    for quarter in disc.quarters {
      let (row, column) = (2 * place.row + quarter.row, 2 * place.column + quarter.column)
      guard (0..<2 * size.rows).contains(row), (0..<2 * size.columns).contains(column) else {
        continue
      }
      let cell = (row / 2) * size.columns + column / 2
      quarters[4 * cell + 2 * (row % 2) + column % 2] = quarter.part == .rim ? rim : inside
    }
  }

  /// Draws everything that was painted.
  func draw(on canvas: inout Canvas) {
    for cell in 0..<size.rows * size.columns {
      let painted = quarters[4 * cell..<4 * cell + 4]
      guard painted.contains(where: { $0 != nil }) else { continue }
      let place = Place(cell / size.columns, cell % size.columns)
      let (text, style) = block(painted.map { $0 ?? .board }, above: board(place))
      canvas.write(text, at: place, style)
    }
  }

  /// The character of a cell with these quarters, counted as ``Disc/Quarter`` does.
  static func block(_ isFront: [Bool]) -> String {
    blocks[isFront.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }]
  }

  /// The character and the look of a cell.
  private func block(_ paints: [Paint], above board: Colour?) -> (String, Style) {
    let front = paints.first(where: \.isSolid)
    let others = paints.filter { $0 != front }
    // What a third colour would be is seen as the board.
    let back = others.contains(.board) ? .board : others.first ?? .board
    let isFront = { (paint: Paint) in hasColours ? paint == front : paint.isSolid }
    let behind = back == .board ? board : back.colour
    return (Self.block(paints.map(isFront)), Style(front?.colour, on: behind))
  }
}
