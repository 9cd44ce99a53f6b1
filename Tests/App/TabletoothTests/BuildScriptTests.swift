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

  /// The functions that follow a virtual machine, with a clock that only they move.
  ///
  /// A machine prints the next of `lines` each time that `step` seconds have passed.
  private func plan(_ lines: [String], step: Int, then script: String) -> String {
    """
    build=$folder plan=one only= stacks=(own) processes=(1)
    here=$root/Tests/Bluetooth/RadioTests
    source "$here/vm/boot.bash"
    mkdir -p "$folder/share"
    lines=(\(lines.map { "'\($0)'" }.joined(separator: " ")))
    next=0
    : > "$folder/one.log"
    kill() { ((next < ${#lines[@]})); }
    sleep() {
      SECONDS=$((SECONDS + \(step)))
      if [[ ${lines[next]} ]]; then echo "${lines[next]}" >> "$folder/one.log"; fi
      next=$((next + 1))
    }
    \(script) >&2
    """
  }

  @Test func `a slow machine has the time that its speed needs`() async throws {
    // 28 scenarios of 150 s each are 70 minutes; two idle processors take seven.
    let lines = ["# up after 60.5 s", "1..28"] + (1...28).map { "ok \($0)" }
    let folder = try TemporaryFolder()
    let script = plan(lines, step: 150, then: #"wait_for one 1 && judge 0"#)
    let end = try await bash(script, in: folder)
    #expect(end == Program.End(code: 0, complaints: ["28 passed, 0 failed"]))
  }

  @Test func `a machine in which nothing moves for three minutes hangs`() async throws {
    let lines = ["# up after 6.0 s", "1..2", "ok 1"] + Array(repeating: "", count: 7)
    let folder = try TemporaryFolder()
    let end = try await bash(plan(lines, step: 30, then: "wait_for one 1"), in: folder)
    #expect(end == Program.End(code: 1, complaints: ["# nothing has moved for 180 s"]))
  }

  @Test func `what passed before the kernel broke is not run again`() async throws {
    let lines = ["1..3", "~ passed words", "ok 1", "Kernel panic - not syncing"]
    let folder = try TemporaryFolder()
    let script = plan(
      lines,
      step: 1,
      then: """
        {
          wait_for one 1
          judge 0 && exit 9
          retry
          cat "$folder/share/passed"
          printf '1..2\\nok 2\\nok 3\\n' > "$folder/one.log"
          judge 0
        }
        """
    )
    let end = try await bash(script, in: folder)
    #expect(end.code == 0)
    #expect(end.complaints.suffix(2) == ["words", "3 passed, 0 failed"])
  }
}
