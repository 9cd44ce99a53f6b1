import Foundation
import Glibc
import PrivateBroker
import Testing

/// Two programs over a network, which is this computer, and no Bluetooth or bus anywhere.
@Suite(.timeLimit(.minutes(1))) struct NetworkTests {
  @Test func `a whole game is played without Bluetooth`() async throws {
    try await NetworkPlayers.run { players in
      let (host, via) = try await players.openTable("--first", "me")
      let guest = try players.join(via)
      try await host.prints("Gus joined your table.")
      try await guest.prints("You are at Anna's table.")
      for (mine, theirs) in [("h8", "h9"), ("i8", "i9"), ("j8", "j9"), ("k8", "k9")] {
        host.type(mine)
        try await guest.prints("Black plays \(mine).")
        guest.type(theirs)
        try await host.prints("White plays \(theirs).")
      }
      host.type("l8")
      for program in [host, guest] {
        try await program.prints("Black wins: five in a row (h8 to l8).")
        #expect(await program.end() == .init(code: 0, complaints: []))
      }
    }
  }

  @Test func `who waits for a file prints what the other one types`() async throws {
    try await NetworkPlayers.run { players in
      let folder = try TemporaryFolder()
      let into = ["--into", folder.path, "--admit", "anyone"]
      let receiver = try players.start("Anna", ["receive", "--on", "tcp:127.0.0.1:0"] + into)
      let line = try await receiver.prints("  tabletooth send FILE tcp:127.0.0.1:")
      let via = try #require(line.split(separator: " ").last)
      let sender = try players.start(
        "Gus",
        ["send", "/etc/hostname", "--on", String(via), "--admit", "anyone"]
      )
      #expect(await sender.output().contains { $0.contains("received hostname intact") })
      #expect(await sender.end().code == 0)
      #expect(await receiver.end().code == 0)
    }
  }

  @Test func `a file goes on over a network when its receiver is begun again`() async throws {
    try await NetworkPlayers.run { players in
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/long.bin"
      let content = Data((0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      try content.write(to: URL(fileURLWithPath: path))
      let own = ["--into", folder.path, "--admit", "anyone"]
      var receiver = try players.start("Anna", ["receive", "--on", "tcp:127.0.0.1:0"] + own)
      let line = try await receiver.prints("  tabletooth send FILE tcp:127.0.0.1:")
      let via = try #require(line.split(separator: " ").last.map(String.init))
      let sender = try players.start("Gus", ["send", path, "--on", via, "--admit", "anyone"])
      try await receiver.prints("long.bin: 10 %")
      receiver.signal(SIGKILL)
      _ = await receiver.end()
      let place = via.replacing("tcp:", with: "")
      receiver = try players.start("Anna", ["receive", "--on", "tcp:\(place)"] + own)
      #expect(try await !receiver.prints("long.bin resumes at").contains(" at 0 %"))
      #expect(await sender.end().code == 0)
      #expect(await receiver.end().code == 0)
      let copy = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/long (2).bin"))
      #expect(copy == content)
    }
  }

  @Test func `what does not listen is told in one line`() async throws {
    try await NetworkPlayers.run { players in
      let (host, via) = try await players.openTable()
      host.type("quit")
      _ = await host.end()
      await expectEnd(of: try players.join(via), code: 27, saying: "Connection refused")
      let lost = try players.join("tcp:nobody.invalid")
      await expectEnd(of: lost, code: 27, saying: "no computer called nobody.invalid was found")
    }
  }

  @Test func `a port where something else answers is told so, and not that it is too far away`()
    async throws
  {
    try await NetworkPlayers.run { players in
      let other = try RudeServer([])
      let guest = try players.join("tcp:127.0.0.1:\(other.port)")
      let words = ":\(other.port) accepts connections but ends them at once"
      try await guest.prints(words)
      guest.signal(SIGTERM)
      _ = await guest.end()
    }
  }

  @Test func `a place that is taken, or of another computer, is told in one line`() async throws {
    try await NetworkPlayers.run { players in
      let (_, via) = try await players.openTable()
      let taken = try players.start("Eve", ["host", "--on", via])
      await expectEnd(of: taken, code: 22, saying: "another program already uses 127.0.0.1:")
      let foreign = try players.start("Eve", ["host", "--on", "tcp:192.0.2.1:0"])
      await expectEnd(of: foreign, code: 64, saying: "this computer cannot listen at 192.0.2.1")
    }
  }

  @Test func `without avahi-daemon nothing is found on a network, which is told in one line`()
    async throws
  {
    try await NetworkPlayers.run { players in
      for command in ["scan", "join"] {
        let program = try players.start("Eve", [command, "--on", "tcp"])
        await expectEnd(of: program, code: 27, saying: "avahi-daemon is not running")
      }
    }
  }

  @Test func `bytes of no Tabletooth do not end the wait`() async throws {
    try await NetworkPlayers.run { players in
      let (host, via) = try await players.openTable()
      let stranger = try Caller(via)
      stranger.say([0, 3, 1, 2, 3])
      try await host.prints("A device without Tabletooth was turned away.")
      stranger.say(Array("GET / HTTP/1.1\r\n\r\n".utf8))
      let guest = try players.join(via)
      try await guest.prints("You are at Anna's table.")
    }
  }
}

/// A connection of somebody who says anything.
private struct Caller {
  private let descriptor: CInt

  init(_ via: String) throws {
    let port = try #require(via.split(separator: ":").last.flatMap { UInt16($0) })
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let descriptor = descriptor
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0)
  }

  func say(_ bytes: [UInt8]) {
    _ = unsafe send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}
