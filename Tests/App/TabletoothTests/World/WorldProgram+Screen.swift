import Terminal
import Testing

@testable import tabletooth

/// What a person sees and does at a screen.
extension WorldProgram {
  /// The rows of the screen; once it has been given back, the lines that stand on the terminal.
  var rows: [String] {
    if let display, display.isOpen { return display.rows }
    return printed + complaints
  }

  /// Presses keys, such as `y`, `Enter`, `Left` and `C-c`.
  func press(_ names: String...) {
    for name in names { display?.take(.key(Key(named: name))) }
  }

  /// Presses the mouse at a place, counted from 1.
  func click(row: Int, column: Int) { display?.take(.click(Place(row - 1, column - 1))) }

  /// Gives the terminal another size.
  func resize(rows: Int, columns: Int) { display?.resize(Size(rows: rows, columns: columns)) }

  /// Waits until `text` is seen, and returns all rows.
  @discardableResult
  func shows(_ text: String) async throws -> [String] {
    try await sees(text) { $0.contains { $0.contains(text) } }
  }

  /// Waits until `text` is not seen any more, and returns all rows.
  @discardableResult
  func hides(_ text: String) async throws -> [String] {
    try await sees("no \(text)") { !$0.contains { $0.contains(text) } }
  }

  private func sees(_ words: String, where isSeen: ([String]) -> Bool) async throws -> [String] {
    await world.advance(by: World.patience) { isSeen(rows) || hasEnded }
    guard isSeen(rows) else {
      throw Silence(expected: words, printed: rows, complaints: complaints)
    }
    return rows
  }

  /// Expects that it ends with `code` and gives the terminal back, and returns what stands there.
  @discardableResult
  func ends(
    with code: CInt,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [String] {
    let end = await end()
    #expect(end.code == code, "\(rows)", sourceLocation: sourceLocation)
    #expect(display?.isOpen != true, sourceLocation: sourceLocation)
    return rows
  }
}

extension Key {
  /// The key that tmux calls `name`.
  fileprivate init(named name: String) {
    let keys: [String: Key] = [
      "Enter": .enter, "Left": .left, "Right": .right, "Up": .up, "Down": .down, "Home": .home,
      "End": .end, "Tab": .tab, "Escape": .escape, "BSpace": .backspace, "PageUp": .pageUp,
      "PageDown": .pageDown,
    ]
    if let key = keys[name] {
      self = key
    } else if let last = name.last, name.hasPrefix("C-") {
      self = .control(last)
    } else {
      self = .character(name.first ?? " ")
    }
  }
}
