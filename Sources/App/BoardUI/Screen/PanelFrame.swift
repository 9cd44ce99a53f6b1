import Terminal

/// The place of the panel beside the board, and the part of it for messages.
struct PanelFrame: Hashable {
  /// The fewest columns in which a panel says anything.
  private static let narrowest = 20
  /// The number of its rows for the two players, with the gaps beside them.
  private static let playerRows = 5

  let left: Int
  let width: Int
  let top = 1
  let bottom: Int

  /// The panel beside a board on a screen of this size; nil where it has no room.
  init?(beside layout: BoardLayout, on size: Size) {
    left = layout.right + 2
    width = size.columns - left - 1
    guard width >= Self.narrowest else { return nil }
    // Where the board is low, the panel has more rows than it.
    let lowest = size.rows - BoardLayout.rowsBelow - 1
    bottom = max(layout.bottom, min(lowest, top + BoardLayout.panelRows))
  }

  /// The number of rows for moves and sentences.
  var room: Int { bottom - top - Self.playerRows }

  /// The number of rows for messages, however many moves there are.
  var sentenceRows: Int { (room - 1) * 2 / 3 }

  /// True if all of `text` is seen when it was said last.
  func shows(_ text: String) -> Bool { text.wrapped(to: width).count <= sentenceRows }
}
