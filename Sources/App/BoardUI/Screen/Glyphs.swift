import GameRules
import MatchProtocol

/// The characters with which a screen is drawn, for fonts of different sizes.
public enum GlyphSet: String, CaseIterable, Hashable, Sendable {
  /// All that a terminal of UTF-8 shows.
  case full
  /// The lines of the console of the kernel, whose fonts have neither stones nor Han characters.
  case lines
  /// ASCII.
  case ascii

  /// The set for a terminal.
  ///
  /// - Parameters:
  ///   - isUTF8: whether the locale is UTF-8.
  ///   - terminal: the value of `TERM`.
  public init(isUTF8: Bool, terminal: String?) {
    self = !isUTF8 ? .ascii : terminal == "linux" ? .lines : .full
  }
}

extension GlyphSet {
  /// A stone: Black's is a full one.
  func stone(isBlack: Bool) -> String {
    switch self {
    case .full: isBlack ? "●" : "○"
    case .lines, .ascii: isBlack ? "X" : "O"
    }
  }

  /// A stone of Liuzhou chess that is captured, and still fills its point.
  func capturedStone(isBlack: Bool) -> String { isBlack ? "x" : "o" }

  /// An empty point that a piece could go to.
  var target: String {
    switch self {
    case .full: "•"
    case .lines, .ascii: "*"
    }
  }

  /// An empty point of the move that the robot suggests.
  var hint: String { self == .full ? "◆" : "?" }

  /// An empty point where the last move began.
  var origin: String { self == .full ? "◦" : ":" }

  /// A part of a darker cell, where there are no colours.
  var shade: String { self == .ascii ? ":" : "░" }

  /// A point where something is to be feared, or is forbidden.
  var warning: String { "!" }

  /// The mark of the player to move.
  var turn: String {
    switch self {
    case .full: "▶"
    case .lines, .ascii: ">"
    }
  }

  /// The mark of a sent message's progress.
  func mark(_ stage: Receipts.Stage) -> String {
    switch (stage, self) {
    case (.queued, _): more
    case (.sent, .full): "›"
    case (.delivered, .full): "✓"
    case (.seen, .full): "✓✓"
    case (.sent, _): ">"
    case (.delivered, _): "+"
    case (.seen, _): "++"
    }
  }

  /// The mark of text that was cut.
  var more: String { self == .full ? "…" : "..." }

  var horizontal: String { self == .ascii ? "-" : "─" }
  var vertical: String { self == .ascii ? "|" : "│" }

  /// The star points of Gomoku.
  var star: String { self == .full ? "╋" : "#" }

  /// The diagonals of a palace: from the upper left, or from the lower left.
  func diagonal(falling: Bool) -> String {
    switch self {
    case .full: falling ? "╲" : "╱"
    case .lines, .ascii: falling ? "\\" : "/"
    }
  }

  /// The character where lines meet.
  ///
  /// - Parameters:
  ///   - up: whether a line comes from above.
  ///   - down: whether one comes from below.
  ///   - left: whether one comes from the left.
  ///   - right: whether one comes from the right.
  /// - Returns: the character of the crossing, edge or corner.
  func junction(up: Bool, down: Bool, left: Bool, right: Bool) -> String {
    guard self != .ascii else { return "+" }
    let rows = [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]]
    return rows[up ? (down ? 1 : 2) : 0][left ? (right ? 1 : 2) : 0]
  }

  /// The corners of a piece in a large cell, from the upper left one to the right and down.
  var corners: [String] {
    switch self {
    case .full: ["╭", "╮", "╰", "╯"]
    case .lines: ["┌", "┐", "└", "┘"]
    case .ascii: ["+", "+", "+", "+"]
    }
  }
}
