import Foundation
import Testing

@testable import tabletooth

@Suite struct DownloadFolderTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// The folder for a player whose desktop has written `text`, and whose variables are these.
  private func path(_ text: String?, _ variables: [String: String] = [:]) throws -> String {
    if let text {
      try FileManager.default.createDirectory(
        atPath: "\(home.path)/.config",
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(home.path)/.config/user-dirs.dirs"))
    }
    let all = variables.merging(["HOME": home.path]) { first, _ in first }
    return DownloadFolder.path { all[$0] }
  }

  @Test(arguments: [
    ("XDG_DOWNLOAD_DIR=\"$HOME/下载\"\n", "/h/下载"),
    ("# a\nXDG_A_DIR=\"$HOME\"\n XDG_DOWNLOAD_DIR = \"$HOME/My files/T\"\n", "/h/My files/T"),
    ("XDG_DOWNLOAD_DIR=\"/data/all\"", "/data/all"), ("XDG_DOWNLOAD_DIR=\"$HOME/\"", "/h/"),
    ("XDG_DOWNLOAD_DIR=\"$HOME\"", "/h"), ("XDG_DOWNLOAD_DIR=\"$HOME/a\\\"b\\$c\"", "/h/a\"b$c"),
    ("XDG_DOWNLOAD_DIR=\"/a\"\nXDG_DOWNLOAD_DIR=\"/b\"", "/b"),
    ("XDG_DOWNLOAD_DIR=\"$HOMES/a\"", nil), ("XDG_DOWNLOAD_DIR=\"relative\"", nil),
    ("XDG_DOWNLOAD_DIR=\"/open", nil), ("XDG_DOWNLOAD_DIR=/bare", nil),
    ("#XDG_DOWNLOAD_DIR=\"/a\"", nil), ("", nil),
  ])
  func `the desktop's file names the folder`(text: String, folder: String?) {
    #expect(DownloadFolder.folder(in: text, home: "/h") == folder)
  }

  @Test func `files go where the desktop says, and the folder is made`() throws {
    let folder = try path("XDG_DOWNLOAD_DIR=\"$HOME/文件/下载\"\n")
    #expect(folder == "\(home.path)/文件/下载")
    DownloadFolder.make(folder)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `a variable comes first, and a folder that takes nothing is passed over`() throws {
    #expect(FileManager.default.createFile(atPath: home.path + "/file", contents: nil))
    let text = "XDG_DOWNLOAD_DIR=\"$HOME/file/x\"\n"
    #expect(try path(text, ["XDG_DOWNLOAD_DIR": home.path + "/own"]) == home.path + "/own")
    #expect(try path(text) == home.path + "/Downloads")
    #expect(try path(nil, ["XDG_CONFIG_HOME": "/nowhere"]) == home.path + "/Downloads")
  }

  @Test func `without a folder for downloads files go into the home folder`() throws {
    // A file has the name.
    #expect(FileManager.default.createFile(atPath: home.path + "/Downloads", contents: nil))
    #expect(unsafe chmod(home.path + "/Downloads", 0o600) == 0)
    let folder = try path(nil)
    #expect(folder == home.path)
    #expect(DownloadFolder.path { _ in nil } == ".")
  }
}
