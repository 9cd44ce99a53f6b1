import Testing

/// What a person meets before there is a program: the scripts behind `make`.
@Suite(.timeLimit(.minutes(2))) struct BuildScriptTests {
  /// Runs lines of bash in a folder of their own.
  private func bash(_ script: String, in folder: TemporaryFolder) async throws -> Program.End {
    let words = ["-c", "set -euo pipefail\nroot=$PWD\nfolder=\(folder.path)\n" + script]
    return await (try Program(bytes: words.map { Array($0.utf8) }, of: "/bin/bash")).end()
  }

  @Test func `a build without Swift ends before it installs, and says where to get it`()
    async throws
  {
    let folder = try TemporaryFolder()
    let end = try await bash(
      """
      for name in bash dirname head sed sort; do ln -s "$(type -P $name)" "$folder/"; done
      printf '#!/bin/sh\\necho installed >&2\\n' > "$folder/apt-get"
      cp "$folder/apt-get" "$folder/dpkg-query"
      chmod +x "$folder"/{apt-get,dpkg-query}
      PATH=$folder bash "$root/scripts/install-packages" build
      """,
      in: folder
    )
    let place = "https://www.swift.org/install/linux"
    #expect(end.code == 69)
    #expect(end.complaints.count == 1)
    #expect(end.complaints.first?.contains("needs Swift 6.3 or later") == true)
    #expect(end.complaints.first?.contains("Get it from \(place) (3.3 GB)") == true)
  }

  @Test func `a system without apt is told what a build needs`() async throws {
    let folder = try TemporaryFolder()
    let end = try await bash(
      """
      for name in bash dirname head sed sort; do ln -s "$(type -P $name)" "$folder/"; done
      printf '#!/bin/sh\\necho Swift version 6.10.1\\n' > "$folder/swift"
      chmod +x "$folder/swift"
      INSTALLED=yes PATH=$folder bash "$root/scripts/install-packages" build
      PATH=$folder bash "$root/scripts/install-packages" build
      """,
      in: folder
    )
    #expect(end.code == 69)
    #expect(end.complaints.first?.contains("has no apt") == true)
    #expect(end.complaints.contains { $0.contains("libdbus-1-dev") })
  }
}
