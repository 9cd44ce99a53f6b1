internal import ArgumentParser
internal import BoardUI
internal import Glibc
internal import MatchStore

/// The end of the program: its exit status, and the line that says why.
struct ProgramExit: Error, Hashable {
  /// The process's exit status; `docs/exit-codes.md` has them all.
  let code: Int32
  /// The line for standard error, without its newline, or nil when there is nothing to complain of.
  let line: String?

  /// The end for `reason`.
  init(reason: ExitReason) {
    code = reason.code
    line = reason.line
  }

  /// The end because of `error`.
  init(_ error: StoreError) {
    switch error {
    case .beingPlayed(let id):
      self.init(
        42,
        "match \(id.rawValue) is being played by another tabletooth",
        "end that one first, or give --new to begin another match"
      )
    case .noSuchMatch(let id):
      self.init(
        43,
        "there is no match \(id.rawValue)",
        "type tabletooth games to see which are kept"
      )
    case .unusable(let path, let number):
      let words = unsafe String(cString: strerror(number))
      self.init(41, "\(path): \(words)", "see to it that this program can write there")
    case .exposed(let path):
      self.init(
        41,
        "\(path) can be read by others, or is not yours",
        "type chmod go-rwx \(path) if it is yours"
      )
    case .damagedKey(let path, let length):
      self.init(
        41,
        "\(path) has \(length) bytes and is no key",
        "bring it back from a copy; without it you are a stranger to all who know you"
      )
    case .database(let words):
      self.init(41, "what is played cannot be kept: \(words)", "see whether the disk is full")
    case .damagedRow(let table, let column):
      self.init(
        41,
        "the kept games are damaged (\(table).\(column))",
        "give --new to begin another match"
      )
    case .outOfPlace(let place, let expected):
      self.init(
        41,
        "message \(place) of the match was to be kept as number \(expected)",
        "please report this line"
      )
    }
  }

  /// There is no folder for what survives the program.
  static let noHome = ProgramExit(
    41,
    "neither XDG_DATA_HOME nor HOME names a folder to keep games in",
    "set one of them"
  )

  /// There is nothing to resume, or nobody of this name; `what` says so.
  static func nothing(_ what: String, _ advice: String) -> ProgramExit {
    ProgramExit(43, what, advice)
  }

  private init(_ code: Int32, _ happened: String, _ advice: String) {
    self.code = code
    // What SQLite says may have lines of its own.
    let text = "tabletooth: \(happened); \(advice)"
    line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// Says why on standard error, where there is something to say, and ends the program.
  func exit() throws {
    if let line { StandardOutput.complain(line) }
    throw ExitCode(code)
  }
}
