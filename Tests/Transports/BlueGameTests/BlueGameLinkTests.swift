import BlueGame
import BlueZ
import GameRules
import Testing
import VirtualBlueZ

/// Both ends of a link on the virtual air, as a program that is none of ours sees them.
@Suite(.timeLimit(.minutes(1))) struct BlueGameLinkTests {
  /// Runs `body` with a controller for each player, each on a connection of its own.
  private func withPlayers(
    _ body: (Radio, Radio, VirtualAir) async throws -> Void
  ) async throws {
    try await withVirtualAir { air in
      try await withBluetooth(adapter: "hci0", on: air.bus) { host in
        try await withBluetooth(adapter: "hci1", on: air.bus) { guest in
          try await body(host, guest, air)
        }
      }
    }
  }

  private func next(_ link: some BlueGameLink) async -> BlueGameEvent? {
    for await event in link.events where event != .advertising && event != .found { return event }
    return nil
  }

  @Test func `a host advertises the name of the app and no service`() async throws {
    try await withPlayers { host, guest, _ in
      let table = try await BlueGameHost.open(on: host.adapter, host.service)
      let heard = try await guest.withScan { sightings in
        try await sightings.next(within: .seconds(20))
      }
      #expect(heard?.name == "WUZIGame")
      #expect(heard?.device.services.isEmpty == true)
      await table.close()
    }
  }

  @Test func `texts go both ways, and the guest hangs up`() async throws {
    try await withPlayers { host, guest, _ in
      let table = try await BlueGameHost.open(on: host.adapter, host.service)
      let seat = BlueGameGuest.join(on: guest.adapter, guest.service)
      #expect(await next(seat) == .joined)
      #expect(await next(table) == .joined)
      try await table.send(Array("-1".utf8))
      #expect(await next(seat) == .text(Array("-1".utf8)))
      try await seat.send(Array("239".utf8))
      #expect(await next(table) == .text(Array("239".utf8)))
      await seat.close()
      #expect(await next(table) == .left)
      await table.close()
    }
  }

  @Test func `a host that closes is heard of`() async throws {
    try await withPlayers { host, guest, _ in
      let table = try await BlueGameHost.open(on: host.adapter, host.service)
      let seat = BlueGameGuest.join(on: guest.adapter, guest.service)
      #expect(await next(seat) == .joined)
      #expect(await next(table) == .joined)
      await table.close()
      #expect(await next(seat) == .left)
      await seat.close()
    }
  }

  @Test func `a link that breaks is heard of on both sides`() async throws {
    try await withPlayers { host, guest, air in
      let table = try await BlueGameHost.open(on: host.adapter, host.service)
      let seat = BlueGameGuest.join(on: guest.adapter, guest.service)
      #expect(await next(seat) == .joined)
      #expect(await next(table) == .joined)
      try await air.perform(.dropLinks)
      #expect(await next(seat) == .left)
      #expect(await next(table) == .left)
      await seat.close()
      await table.close()
    }
  }

  @Test func `a guest passes hosts with another name`() async throws {
    try await withPlayers { host, guest, _ in
      let other = try Peripheral(
        host.service,
        on: host.adapter,
        offering: GATTApplication(services: [
          GATTService(BlueGame.write, characteristics: [])
        ]),
        as: Advertisement(services: [], localName: "WUZIGame 2")
      ) { _ in
      }
      try await other.start()
      let seat = BlueGameGuest.join(on: guest.adapter, guest.service, within: .milliseconds(500))
      #expect(await next(seat) == .failed(.timedOut(.milliseconds(500))))
      await seat.close()
      await other.stop()
    }
  }
}
