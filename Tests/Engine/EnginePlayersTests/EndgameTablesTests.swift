import GameSearch
import Glibc
import Testing

@testable import EnginePlayers

@Suite(.timeLimit(.minutes(10))) struct EndgameTablesTests {
  @Test(
    arguments: [
      ("/c", "/home/a", "/c/tabletooth/liuzhou-endgames-3.table"),
      ("c", "/home/a", "/home/a/.cache/tabletooth/liuzhou-endgames-3.table"),
      (nil, "/home/a", "/home/a/.cache/tabletooth/liuzhou-endgames-3.table"),
      (nil, "a", nil),
      (nil, nil, nil),
    ] as [(String?, String?, String?)]
  )
  func `tables are kept where caches are`(cache: String?, home: String?, path: String?) {
    let tables = EndgameTables { ["XDG_CACHE_HOME": cache, "HOME": home][$0] ?? nil }
    #expect(tables.path == path)
  }

  @Test func `a damaged file is told and built anew, until a stop`() throws {
    var name = Array("/tmp/tabletooth-tables-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&name).map { unsafe String(cString: $0) }
    let folder = try #require(made)
    let tables = EndgameTables { $0 == "XDG_CACHE_HOME" ? folder : nil }
    let path = try #require(tables.path)
    defer {
      _ = unsafe unlink(path)
      _ = unsafe rmdir(folder + "/tabletooth")
      _ = unsafe rmdir(folder)
    }
    _ = unsafe mkdir(folder + "/tabletooth", 0o700)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
    _ = unsafe write(descriptor, "LIUZHOU1\u{3}", 9)
    close(descriptor)
    var lines: [String] = []
    let loaded = tables.load(say: { lines.append($0) }, shouldStop: { true })
    #expect(loaded == nil)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("damaged (not of this version)") == true)
  }
}
