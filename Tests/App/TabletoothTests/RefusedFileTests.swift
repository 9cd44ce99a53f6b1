import BoardUI
import Testing

@testable import tabletooth

/// Files that hold no game that can be read are named in one line.
@Suite struct RefusedFileTests {
  @Test(arguments: [
    ("games/a.che", "x", "a.che is in the format of QQ, which Tabletooth cannot read"),
    ("a.SAV", "x", "a.SAV is in the format of Yixin, which Tabletooth cannot read"),
    ("a.pfc", "x", "a.pfc is in the format of PFC, which Tabletooth cannot read"),
    ("a.txt", "PK\u{3}\u{4}", "a.txt is an archive"), ("a.html", "<html>x", "is in HTML format"),
  ])
  func `a file of another kind is refused by its name or its first bytes`(
    path: String,
    text: String,
    words: String
  ) throws {
    let reason = try #require(throws: ExitReason.self) {
      try ForeignFile.refuse(Array(text.utf8), path)
    }
    #expect(reason.line?.contains(words) == true, "\(reason.line ?? "")")
  }

  @Test(arguments: [
    ("a.sgf", "(;GM[4];B[hh])"), ("sav", "h8"), ("a.html", "<html>[DhtmlXQ_movelist]7747"),
    ("a.html", "<html><p>%5BDhtmlXQ_movelist%5D7747"),
  ])
  func `a file that may hold a game is not refused`(path: String, text: String) {
    #expect(throws: Never.self) { try ForeignFile.refuse(Array(text.utf8), path) }
  }
}
