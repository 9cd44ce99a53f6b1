import BLETransport
import BlueZ
import DBus
import MatchProtocol
import TestSupport
import Testing
import VirtualBlueZ

/// How a guest gets its link back.
@Suite(.timeLimit(.minutes(1))) struct ReconnectTests {
  static let hostPeer = PeerID(rawValue: "/org/bluez/hci1/dev_00_AA_01_00_00_10")

  private static let ada = HostLocation(address: "00:AA:01:00:00:10", name: "Ada")

  /// What may take the link away for a while.
  enum Trouble: CaseIterable {
    case fading, guestOff, hostOff, restart, hostRestart, cut, hostCut, guestMoved, hostMoved

    /// The host as the guest knows it afterwards.
    var peer: PeerID {
      guard self == .guestMoved else { return ReconnectTests.hostPeer }
      return PeerID(rawValue: "/org/bluez/hci2/dev_00_AA_01_00_00_10")
    }

    /// Takes the link away, and gives back what is needed for another.
    func strike(_ room: Room, _ host: HostSide, _ guest: GuestSide) async throws {
      switch self {
      case .fading:
        await room.air.dropLinks()
      case .guestOff, .hostOff:
        let adapter = self == .guestOff ? 1 : 0
        await room.air.setPowered(false, adapter: adapter)
        _ = await guest.isConnected(expecting: false)
        await room.air.setPowered(true, adapter: adapter)
      case .restart:
        try await room.air.restart()
      case .hostRestart:
        await host.service.close()
      case .cut:
        await guest.transport.disconnect(ReconnectTests.hostPeer)
      case .hostCut:
        await host.transport.disconnect(TransportTests.guestPeer)
      case .guestMoved, .hostMoved:
        let adapter = self == .guestMoved ? 1 : 0
        await room.air.removeAdapter(adapter)
        _ = await guest.isConnected(expecting: false)
        await room.air.returnAdapter(adapter, as: 2)
      }
    }
  }

  /// Runs `body` with a host and a guest whose clock stands still.
  private func withLink(
    behaving behaviour: Behaviour = Behaviour(),
    _ body: (Room, HostSide, GuestSide, TestClock) async throws -> Void
  ) async throws {
    try await withRoom(behaving: behaviour) { room async throws in
      let clock = TestClock()
      let host = try await room.host()
      let guest = try await room.connectedGuest(clock: clock)
      try await guest.transport.send([1])
      _ = await host.events.packets(1)
      try await body(room, host, guest, clock)
    }
  }

  @Test(arguments: Trouble.allCases)
  func `a link that was lost comes back, and carries packets both ways`(
    trouble: Trouble
  ) async throws {
    try await withLink { room, host, guest, clock in
      try await trouble.strike(room, host, guest)
      let next = trouble == .hostRestart ? try await room.host() : host
      #expect(await guest.comesBack(clock) == trouble.peer)
      try await guest.transport.send([2])
      #expect(await next.events.packets(1) == [[2]])
      try await next.transport.send([3])
      #expect(await guest.events.packets(1) == [[3]])
    }
  }

  @Test func `attempts that fail come after 0.5, 1, 2, 4, and then 8 seconds`() async throws {
    try await withLink { room, _, guest, clock in
      await room.set { $0.hidesAdvertisements = true }
      await room.air.dropLinks()
      var waits: [Duration] = []
      for await step in guest.progress {
        guard case .reconnecting(let attempt, let wait) = step else { continue }
        waits.append(wait)
        #expect(attempt == waits.count)
        if attempt == 7 { break }
        clock.pass(wait)
        // Nobody is heard for as long as a search takes, in rounds of five seconds.
        for _ in 0..<6 { clock.pass(.seconds(5)) }
      }
      #expect(waits == [.milliseconds(500)] + [1, 2, 4, 8, 8, 8].map(Duration.seconds))
      await room.set { $0.hidesAdvertisements = false }
      clock.pass(.seconds(8))
      #expect(await guest.comesBack(clock) != nil)
    }
  }

  @Test func `only after a link that stood for a while the waits begin anew`() async throws {
    try await withLink { room, _, guest, clock in
      var last = 0
      for (stood, beginsAnew) in [(0, true), (0, false), (9, false), (10, true), (0, false)] {
        clock.advance(by: .seconds(stood))
        await room.air.dropLinks()
        var attempts: [Int] = []
        for await step in guest.progress {
          if case .connected = step { break }
          guard case .reconnecting(let attempt, let wait) = step else { continue }
          attempts.append(attempt)
          clock.pass(wait)
        }
        #expect(attempts.first == (beginsAnew ? 1 : last + 1))
        last = attempts.last ?? 0
      }
    }
  }

  @Test func `a guest whose device was forgotten looks for the host's address`() async throws {
    try await withLink { room, _, guest, clock in
      await room.set { $0.hidesAdvertisements = true }
      await room.air.dropLinks()
      #expect(await guest.events.loss() == .disconnected)
      let path = try ObjectPath("/org/bluez/hci1/dev_00_AA_01_00_00_10")
      try await guest.service.remove(path, from: guest.adapter)
      await room.set { $0.hidesAdvertisements = false }
      #expect(await guest.comesBack(clock) != nil)
    }
  }

  @Test func `a transport that is closed does not come back`() async throws {
    try await withLink { room, host, guest, clock in
      await room.air.dropLinks()
      #expect(await guest.events.loss() == .disconnected)
      await guest.close()
      clock.pass(.milliseconds(500))
      #expect(await guest.events.first { _ in true } == nil)
      #expect(
        await guest.progress.first { if case .connected = $0 { true } else { false } } == nil
      )
      await host.welcomeNext()
      _ = try await room.connectedGuest()
    }
  }

  @Test func `a bus that goes away ends the transports at once`()
    async throws
  {
    try await withLink { room, host, guest, _ in
      room.bus.stop()
      for told in [guest.told, host.told] {
        #expect(await told.links.loss() == .transportGone)
        #expect(await told.links.first { _ in true } == nil)
        #expect(told.hasEnded)
        // Nobody tries to reach it again, also where bluetoothd was told to be gone before the bus.
        let attempt = await told.progress.first { step in
          if case .reconnecting(let attempt, _) = step { attempt > 1 } else { false }
        }
        #expect(attempt == nil)
      }
    }
  }

  @Test(arguments: [0, 1])
  func `an adapter that was pulled out and is put in again makes the link again`(
    adapter: Int
  ) async throws {
    try await withLink { room, host, guest, clock in
      await room.air.removeAdapter(adapter)
      _ = await guest.events.loss()
      await room.air.returnAdapter(adapter)
      #expect(await guest.comesBack(clock) == Self.hostPeer)
      try await guest.transport.send([2])
      #expect(await host.events.packets(1) == [[2]])
    }
  }

  @Test func `a guest of a match that goes on waits for a host that comes later`() async throws {
    try await withRoom { room async throws in
      let clock = TestClock()
      let guest = try await room.guest(clock: clock)
      await guest.transport.keepConnecting(to: .name("Ada"))
      clock.pass(.milliseconds(500))
      _ = await guest.progress.first { $0 == .searching }
      _ = try await room.host()
      #expect(await guest.comesBack(clock) != nil)
    }
  }

  @Test func `a table that has another address is found by its name`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      _ = try await room.host(on: "hci2")
      let guest = try await room.guest(clock: clock)
      let known = try #require(BluetoothAddress("00:AA:01:00:00:10"))
      await guest.transport.keepConnecting(to: .table(known, name: "Ada"))
      clock.pass(.milliseconds(500))
      let peer = await guest.comesBack(clock)
      #expect(peer?.rawValue == "/org/bluez/hci1/dev_00_AA_01_00_00_12")
    }
  }

  @Test func `a table that has another address and name is found by trying`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      _ = try await room.host(on: "hci2")
      let guest = try await room.guest(clock: clock)
      let known = try #require(BluetoothAddress("00:AA:01:00:00:10"))
      await guest.transport.keepConnecting(to: .table(known, name: "Anna"))
      clock.pass(.milliseconds(500))
      let peer = await guest.comesBack(clock)
      #expect(peer?.rawValue == "/org/bluez/hci1/dev_00_AA_01_00_00_12")
    }
  }

  @Test func `a table that was cut off at once is tried after the others`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      _ = try await room.host(on: "hci0")
      _ = try await room.host(on: "hci2")
      let guest = try await room.guest(clock: clock)
      let known = try #require(BluetoothAddress("00:AA:01:00:00:10"))
      await guest.transport.keepConnecting(to: .table(known, name: "Ada"))
      let first = try #require(await guest.comesBack(clock, hearingAll: true))
      #expect(first == Self.hostPeer)
      // The session finds that this is somebody else.
      await guest.transport.disconnect(first)
      let second = await guest.comesBack(clock, orHosts: 2)
      #expect(second?.rawValue == "/org/bluez/hci1/dev_00_AA_01_00_00_12")
    }
  }

  @Test func `a table that takes no link for long is told as taken once`() async throws {
    try await withRoom { room async throws in
      let host = try await room.host()
      await host.wait(for: .advertising(true))
      try await host.turnAway()
      let clock = TestClock()
      let guest = try await room.guest(clock: clock)
      let known = try #require(BluetoothAddress("00:AA:01:00:00:10"))
      await guest.transport.keepConnecting(to: .table(known, name: "Ada"))
      var found: [TransportProgress] = []
      for await step in guest.progress {
        switch step {
        case .searching: clock.pass(.seconds(4))
        case .reconnecting(let attempt, let wait):
          if attempt == 8 { return #expect(found == [.taken(Self.ada)]) }
          clock.pass(wait)
        case _: found.append(step)
        }
      }
    }
  }

  @Test func `a host that left its old link up and has another address is found`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      let clock = TestClock()
      let host = try await room.host()
      let guest = try await room.connectedGuest(clock: clock)
      await host.service.close()
      _ = try await room.host(on: "hci2")
      let peer = await guest.comesBack(clock)
      #expect(peer?.rawValue == "/org/bluez/hci1/dev_00_AA_01_00_00_12")
    }
  }

  @Test func `of two tables with one name the one with the address is taken`() async throws {
    try await withRoom(adapters: 3) { room async throws in
      _ = try await room.host(on: "hci0")
      _ = try await room.host(on: "hci2")
      let clock = TestClock()
      let guest = try await room.guest(clock: clock)
      let known = try #require(BluetoothAddress("00:AA:01:00:00:12"))
      await guest.transport.keepConnecting(to: .table(known, name: "Ada"))
      let peer = await guest.comesBack(clock, hearingAll: true)
      #expect(peer?.rawValue == "/org/bluez/hci1/dev_00_AA_01_00_00_12")
    }
  }
}

extension GuestSide {
  /// How long a host that fits best is waited for when another one is heard.
  static let rivalLimit = Duration.milliseconds(2_600)

  /// Waits until a link is up, and lets the time before each attempt pass; where all hosts are to
  /// be heard, the one that fits best is waited for however long it takes, and otherwise no longer
  /// than until so many are heard.
  func comesBack(
    _ clock: TestClock,
    hearingAll: Bool = false,
    orHosts count: Int = 0
  ) async -> PeerID? {
    for await step in progress {
      if case .reconnecting(_, let wait) = step { clock.pass(wait) }
      if step == .searching, !hearingAll {
        if count > 0 { await hears(count) }
        clock.pass(Self.rivalLimit)
      }
      guard case .connected = step else { continue }
      for await case .up(let peer, _) in events { return peer }
    }
    return nil
  }

  /// Waits until so many hosts are heard.
  private func hears(_ count: Int) async {
    let adapter = adapter
    let heard = await service.wait(upTo: .seconds(20)) { objects in
      objects.devices(on: adapter).count { $0.rssi != nil } >= count
    }
    #expect(heard)
  }

  /// Lets the time before each attempt pass, until the transport is closed.
  func letTimePass(_ clock: TestClock) async {
    for await step in progress {
      if case .reconnecting(_, let wait) = step { clock.pass(wait) }
      if step == .searching { clock.pass(Self.rivalLimit) }
    }
  }
}
