import BLETransport
import BlueZ
import DBus
import Testing
import VirtualBlueZ

/// Hosts whose adapter can be found over Bluetooth classic, as while a desktop's settings are open.
@Suite(.timeLimit(.minutes(1))) struct DiscoverableTests {
  @Test(arguments: [true, false])
  func `a host whose adapter is discoverable is joined`(isBefore: Bool) async throws {
    try await withRoom { room async throws in
      if isBefore { await room.air.setDiscoverable(true, adapter: 0) }
      let host = try await room.host()
      if !isBefore { await room.air.setDiscoverable(true, adapter: 0) }
      try await hidden(host)
      let guest = try await room.guest()
      try await guest.transport.connect(toTableOf: "Ada")
      #expect(await guest.isConnected(expecting: true))
      await guest.close()
      await host.close()
      #expect(try await room.adapter("hci0").1.isDiscoverable)
    }
  }

  /// Waits until the adapter of `host` is not discoverable, and it has advertised so.
  private func hidden(_ host: HostSide) async throws {
    let isHidden = await host.service.wait(upTo: .seconds(20)) { objects in
      objects.paths(with: "org.bluez.Adapter1").first.flatMap {
        objects[$0, "org.bluez.Adapter1"]?["Discoverable"]?.boolean
      } == false
    }
    try #require(isHidden)
    await host.welcomeNext()
  }
}
