import FoundationEssentials
import Glibc
import Testing

/// What the program notes of itself, and what it measures of a link.
@Suite(.timeLimit(.minutes(2))) struct LogTests {
  private func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test func `a match is noted layer by layer, and nothing that is secret`() async throws {
    try await VirtualAir.run { air in
      let path = air.home(of: "Anna") + ".log"
      let own = ["host", "--bus", air.bus, "--name", "Anna", "--first", "me", "--log", path]
      let host = try air.start("Anna", own)
      try await host.prints("Your table Anna is open")
      let guest = try air.start(
        "Gus",
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus", "--verbose"]
      )
      let digits = try await host.prints("    ").filter { !$0.isWhitespace }
      guest.type("yes\n")
      host.type("yes")
      host.type("h8")
      try await guest.prints("Black plays h8")
      guest.type("quit")
      #expect(await host.end().code == 28)
      let complaints = await guest.end().complaints
      #expect(complaints.contains { $0.contains("packet: out link 1") })

      let all = try text(path)
      for words in [
        "dbus: org.bluez.GattManager1.RegisterApplication /org/bluez/hci0 done after",
        "session: talking", "packet: in link 1 number 0", "table: said move",
        "session: end: tabletooth: Gus left",
      ] { #expect(all.contains(words), "\(words)") }
      #expect(digits.count == 6)
      #expect(!all.contains(digits) && !all.contains("\(digits.prefix(3)) \(digits.suffix(3))"))

      let last = try text(air.home(of: "Anna") + "/tabletooth/last.log")
      #expect(last.contains("session: talking"))
      #expect(!last.contains("packet:"))
    }
  }

  @Test func `two computers measure the link between them, and report it`() async throws {
    try await VirtualAir.run { air in
      let report = air.home(of: "Gus") + ".txt"
      let answer = try air.start("Anna", ["doctor", "--answer", "--bus", air.bus])
      let line = try await answer.prints("--with")
      let name = line.split(separator: "\"").last.map(String.init) ?? ""
      let arguments = ["--bus", air.bus, "--adapter", "hci1", "--with", name, "--report", report]
      let doctor = try air.start("Gus", ["doctor"] + arguments)
      for words in [
        "Found after", "Connected after another", "Packets of up to", "100/100 came back",
        "0 of 200 packets lost", "Reconnected", "The report is in",
      ] { try await doctor.prints(words) }
      _ = await doctor.end()
      let text = try text(report)
      #expect(text.hasPrefix("Tabletooth "))
      #expect(text.contains("== Findings") && text.contains("100/100 came back"))
      let again = try air.start("Gus", ["doctor", "--bus", air.bus, "--report", report])
      let end = await again.end()
      #expect(end.code == 64)
      #expect(end.complaints.last?.contains("cannot be written: File exists") == true)
    }
  }

  @Test func `a report has the settings, without the password of a broker`() async throws {
    try await VirtualAir.run { air in
      let (home, report) = (air.home(of: "Gus"), air.home(of: "Gus") + ".txt")
      let folder = "\(home)/config/tabletooth"
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true
      )
      let settings = """
        name = "Gus"
        broker = "mqtts://gus:secret1@a.example.org,mqtts://gus:secret@2@b.example.org"
        """
      try settings.write(toFile: "\(folder)/settings.toml", atomically: true, encoding: .utf8)
      let doctor = try air.start("Gus", ["doctor", "--bus", air.bus, "--report", report])
      _ = await doctor.end()
      let text = try text(report)
      #expect(text.contains("mqtts://…@a.example.org,mqtts://…@b.example.org"))
      #expect(text.contains("name = \"Gus\"") && !text.contains("secret"))
    }
  }

  @Test func `the doctor finds a key that is gone, as the host does`() async throws {
    try await VirtualAir.run { air in
      try await air.acquaint()
      unsafe unlink("\(air.home(of: "Anna"))/tabletooth/player.key")
      let doctor = try air.start("Anna", ["doctor", "--bus", air.bus])
      try await doctor.prints("FAIL  data:")
      #expect(await doctor.end().code == 41)
    }
  }

  @Test func `a log that cannot be written ends the program`() async throws {
    let program = try Program(["games", "--log", "/nonexistent/log"])
    await expectEnd(of: program, code: 64, saying: "/nonexistent/log cannot be written")
  }
}
