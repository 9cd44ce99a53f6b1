import Foundation
import Testing

/// The setting `nearby`, where there are both Bluetooth and a local network.
@Suite(.serialized, .timeLimit(.minutes(2))) struct NearbySettingTests {
  /// A place where tables are, as the setting and `scan --json` name it.
  enum Place: String, CaseIterable, CustomTestStringConvertible {
    case bluetooth, lan

    var testDescription: String { rawValue }
    var other: Place { self == .lan ? .bluetooth : .lan }
  }

  /// The air, on whose bus an avahi-daemon runs too.
  private struct World {
    let air: VirtualAir

    /// Starts `player` with the setting; Gus has a controller of his own.
    func start(_ player: String, _ arguments: [String], at place: Place) throws -> Program {
      if player == "Gus" { try air.settle(player) }
      let set = ["--set", "nearby=\(place.rawValue)"]
      return try air.start(player, arguments + set, bus: air.bus)
    }

    /// Opens something at a place, and waits until it is open.
    @discardableResult
    func open(
      _ arguments: [String],
      as player: String = "Anna",
      at place: Place
    ) async throws -> Program {
      let host = try start(player, arguments + ["--name", player], at: place)
      try await host.prints("n the other computer, run:")
      return host
    }

    /// The carriers of the tables that somebody finds who looks everywhere.
    func carriers() async throws -> [String] {
      let scan = try air.start("Sue", ["scan", "--json", "--seconds", "3"], bus: air.bus)
      return await scan.output().compactMap { line in
        line.firstMatch(of: /"carriers":\[(?<all>[^\]]*)\]/).map { "\($0.all)" }
      }
    }
  }

  private static func run(_ body: (World) async throws -> Void) async throws {
    try await VirtualAir.run { air in
      try await LocalNetworkTests.withAvahi(on: air.bus) {
        try air.settle("Sue", adapter: "hci2")
        try await body(World(air: air))
      }
    }
  }

  private static let anyone = ["--admit", "anyone"]

  @Test(arguments: Place.allCases, [["host"], ["receive"]])
  func `what is opened can be seen at that place alone`(
    place: Place,
    command: [String]
  ) async throws {
    try await Self.run { world in
      try await world.open(command + Self.anyone, at: place)
      #expect(try await world.carriers() == ["\"\(place.rawValue)\""])
    }
  }

  @Test(arguments: [
    (["host", "--spectators", "1"], ["join"]), (["host", "--spectators", "1"], ["watch"]),
    (["receive"], ["send", "/etc/hostname"]),
  ])
  func `of one at each place that one is found`(
    opening: [String],
    seeking: [String]
  ) async throws {
    try await Self.run { world in
      try await world.open(opening + Self.anyone, as: "Anna", at: .bluetooth)
      try await world.open(opening + Self.anyone, as: "Bea", at: .lan)
      for (place, name) in [(Place.bluetooth, "Anna"), (.lan, "Bea")] {
        let seeker = try world.start("Gus", seeking + Self.anyone, at: place)
        try await seeker.prints("Connected to \(name)")
        seeker.signal(SIGKILL)
        _ = await seeker.end()
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `a kept match is resumed there, though it began elsewhere`(place: Place) async throws {
    try await Self.run { world in
      var host = try await world.open(["host", "--first", "me"] + Self.anyone, at: place.other)
      var guest = try world.start("Gus", ["join", "Anna"] + Self.anyone, at: place.other)
      try await guest.prints("You are at Anna's table.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      for program in [host, guest] {
        program.signal(SIGKILL)
        _ = await program.end()
      }
      host = try world.start("Anna", ["resume"], at: place)
      try await host.prints("Your table Anna is open only for Gus")
      #expect(try await world.carriers() == ["\"\(place.rawValue)\""])
      guest = try world.start("Gus", ["resume"], at: place)
      try await guest.prints("You are back in your game against Anna.")
    }
  }

  @Test(arguments: Place.allCases)
  func `a contact is challenged there`(place: Place) async throws {
    try await Self.run { world in
      try await world.air.acquaint()
      let host = try await world.open(["host", "--new"], at: place)
      #expect(try await world.carriers() == ["\"\(place.rawValue)\""])
      let guest = try world.start("Gus", ["challenge", "Anna"], at: place)
      try await host.prints("Your contact Gus challenges you")
      host.type("yes")
      try await guest.prints("You are at Anna's table.")
    }
  }

  @Test(arguments: Place.allCases)
  func `the menu has its table there, and lists those that are there`(
    place: Place
  ) async throws {
    try await Self.run { world in
      let air = world.air
      try air.settle("Gus")
      let file = "\(air.home(of: "Gus"))/config/tabletooth/settings.toml"
      let settings = try String(contentsOfFile: file, encoding: .utf8)
      try (settings + "nearby = \"\(place.rawValue)\"\n")
        .write(toFile: file, atomically: true, encoding: .utf8)
      let menu = try TerminalSession(
        [],
        home: air.home(of: "Gus"),
        variables: ["TABLETOOTH_BUS=\(air.bus)"]
      )
      try await menu.shows("Your table Gus is open to a guest for Gomoku.")
      #expect(try await world.carriers() == ["\"\(place.rawValue)\""])
      try await world.open(["host"] + Self.anyone, as: "Bea", at: place.other)
      try await world.open(["host"] + Self.anyone, as: "Anna", at: place)
      let screen = try await menu.shows("a  Anna  Gomoku (freestyle)  free")
      #expect(!screen.contains { $0.contains("Bea") }, "\(screen)")
      await menu.end()
    }
  }
}
