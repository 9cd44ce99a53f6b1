import Glibc
import Testing

@testable import BluetoothDoctor

@Suite struct RadioSwitchTests {
  /// Runs `body` with a folder of its own.
  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/rfkill.XXXXXX".utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, let name = unsafe mkdtemp(base) else { return nil }
      return unsafe String(cString: name)
    }
    let folder = try #require(made)
    defer { remove(folder) }
    try body(folder)
  }

  /// Removes what ``add(_:to:files:)`` makes.
  private func remove(_ folder: String) {
    for entry in ["rfkill0", "rfkill1", "rfkill2"] {
      for file in ["type", "name", "soft", "hard"] {
        unsafe unlink("\(folder)/\(entry)/\(file)")
      }
      unsafe rmdir("\(folder)/\(entry)")
    }
    unsafe rmdir(folder)
  }

  private func add(_ entry: String, to folder: String, files: [String: String]) throws {
    unsafe mkdir("\(folder)/\(entry)", 0o700)
    for (name, text) in files {
      guard let stream = unsafe fopen("\(folder)/\(entry)/\(name)", "w") else {
        Issue.record("\(name) cannot be written")
        continue
      }
      unsafe fputs(text, stream)
      unsafe fclose(stream)
    }
  }

  @Test func `no folder means no switches`() {
    #expect(RadioSwitch.all(in: "/nonexistent/rfkill").isEmpty)
  }

  @Test(arguments: [("0", "0"), ("1", "0"), ("0", "1"), ("1", "1")])
  func `both kinds of block are read`(soft: String, hard: String) throws {
    try withFolder { folder in
      let files = [
        "type": "bluetooth\n", "name": "hci0\n", "soft": soft + "\n", "hard": hard + "\n",
      ]
      try add("rfkill0", to: folder, files: files)
      let found = try #require(RadioSwitch.all(in: folder).first)
      #expect(found.name == "hci0")
      #expect(found.isSoftBlocked == (soft == "1"))
      #expect(found.isHardBlocked == (hard == "1"))
      #expect(found.isBlocked == (soft == "1" || hard == "1"))
    }
  }

  @Test func `only Bluetooth counts, and half an entry does not`() throws {
    try withFolder { folder in
      let whole = ["type": "bluetooth\n", "name": "hci1\n", "soft": "1\n", "hard": "0\n"]
      try add("rfkill0", to: folder, files: whole.merging(["type": "wlan\n"]) { $1 })
      try add("rfkill1", to: folder, files: whole.filter { $0.key != "hard" })
      try add("rfkill2", to: folder, files: whole)
      #expect(
        RadioSwitch.all(in: folder)
          == [RadioSwitch(name: "hci1", isSoftBlocked: true, isHardBlocked: false)]
      )
    }
  }

  @Test func `switches come in the order of their names`() throws {
    try withFolder { folder in
      for (entry, name) in [
        ("rfkill0", "hci1"), ("rfkill1", "dell-bluetooth"), ("rfkill2", "hci0"),
      ] {
        let files = ["type": "bluetooth\n", "name": name + "\n", "soft": "0\n", "hard": "0\n"]
        try add(entry, to: folder, files: files)
      }
      #expect(RadioSwitch.all(in: folder).map(\.name) == ["dell-bluetooth", "hci0", "hci1"])
    }
  }
}
