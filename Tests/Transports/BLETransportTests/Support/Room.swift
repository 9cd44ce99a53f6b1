import BLETransport
import BlueZ
import DBus
import MatchProtocol
import Synchronization
import Testing
import VirtualBlueZ

/// Machines on one virtual air, `hci0` and so on, and a bluetoothd for all of them.
struct Room {
  let bus: LocalBus
  let air: VirtualBlueZ
  /// How the air behaves at first.
  let behaviour: Behaviour

  /// A connection to bluetoothd, and an adapter of it that is on.
  func adapter(
    _ name: String,
    isReplaceable: Bool = false
  ) async throws -> (BluetoothService, Adapter) {
    let service = try await BluetoothService.open(BluetoothBus(bus.address))
    var adapter = try await service.readyAdapter(named: name)
    adapter.isReplaceable = isReplaceable
    return (service, adapter)
  }

  /// A host that can be found under this name.
  func host(
    on name: String = "hci0",
    named player: String = "Ada",
    isReplaceable: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> HostSide {
    let (service, adapter) = try await adapter(name, isReplaceable: isReplaceable)
    let told = ToldEvents()
    let transport = try await PeripheralTransport.open(
      hosting: player,
      on: adapter,
      service,
      clock: clock,
      deliver: told.deliver
    )
    return HostSide(service: service, transport: transport, told: told)
  }

  /// A guest that has not looked for anybody yet.
  func guest(
    on name: String = "hci1",
    isReplaceable: Bool = false,
    isPatient: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> GuestSide {
    let (service, adapter) = try await adapter(name, isReplaceable: isReplaceable)
    let told = ToldEvents()
    let transport = CentralTransport(
      service,
      on: adapter,
      isPatient: isPatient,
      clock: clock,
      deliver: told.deliver
    )
    return GuestSide(service: service, adapter: adapter, transport: transport, told: told)
  }

  /// A guest that is connected to Ada.
  func connectedGuest(
    on name: String = "hci1",
    isReplaceable: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> GuestSide {
    let guest = try await guest(on: name, isReplaceable: isReplaceable, clock: clock)
    try await guest.transport.connect(toTableOf: "Ada")
    _ = await guest.events.first { if case .up = $0 { true } else { false } }
    _ = await guest.progress.first { if case .connected = $0 { true } else { false } }
    return guest
  }

  /// Changes how the air behaves, beginning from how it did at first.
  func set(_ change: (inout Behaviour) -> Void) async {
    var behaviour = behaviour
    change(&behaviour)
    await air.set(behaviour)
  }
}

struct HostSide {
  let service: BluetoothService
  let transport: PeripheralTransport
  let told: ToldEvents

  var events: AsyncStream<LinkEvent> { told.links }
  var progress: AsyncStream<TransportProgress> { told.progress }

  func close() async {
    await transport.close()
    told.close()
  }

  /// Advertises anew at once, without the time that a new link is given to settle.
  func welcomeNext() async {
    await transport.setOpen(false)
    await transport.setOpen(true)
  }

  /// Takes no further guest, and waits until whoever looks for the table on `hci0` hears so.
  ///
  /// The progress up to then is gone.
  func turnAway() async throws {
    await transport.setOpen(false)
    await wait(for: .advertising(false))
    let isSaid = await service.wait(upTo: .seconds(20)) { objects in
      objects.adapters.contains { $0.name == "hci0" && $0.activeAdvertisements == 1 }
    }
    try #require(isSaid)
  }

  /// Waits until `progress` is told.
  func wait(for progress: TransportProgress) async {
    _ = await told.progress.first { $0 == progress }
  }
}

struct GuestSide {
  let service: BluetoothService
  let adapter: Adapter
  let transport: CentralTransport
  let told: ToldEvents

  var events: AsyncStream<LinkEvent> { told.links }
  var progress: AsyncStream<TransportProgress> { told.progress }

  func close() async {
    await transport.close()
    told.close()
  }

  /// Whether bluetoothd shows a link to Ada from here, once it shows `expected` or nothing more is
  /// to come.
  func isConnected(expecting expected: Bool) async -> Bool {
    let adapter = adapter
    _ = await service.wait(upTo: .seconds(20)) { objects in
      objects.devices(on: adapter).contains(where: \.isConnected) == expected
    }
    return await service.devices(on: adapter).contains(where: \.isConnected)
  }

  /// Connects to Ada again once a link is lost, as often as that fails.
  func connectAgain() async {
    _ = await told.losses.first { _ in true }
    while !Task.isCancelled {
      do {
        return try await transport.connect(toTableOf: "Ada")
      } catch {
        // Nobody was heard, or no link came about.
        await Task.yield()
      }
    }
  }

  /// Connects to Ada again once a link is lost.
  ///
  /// - Returns: Ada, as this side knows her.
  func comesBack() async -> PeerID? {
    await connectAgain()
    for await case .up(let peer, _) in events { return peer }
    return nil
  }

  /// Sends `packets` behind the back of any session.
  func send(_ packets: [[UInt8]]) async throws {
    for packet in packets { try await transport.send(packet) }
  }
}

extension CentralTransport {
  /// Connects to the first table of this name that has a place, as often as one attempt asks for
  /// another.
  nonisolated func connect(toTableOf name: String) async throws {
    try await connect { $0.name == name && !$0.isTaken }
  }

  /// Connects to the first table that fits, which goes by `name` if that is given.
  nonisolated func connect(
    called name: String? = nil,
    where fits: (FoundHost) -> Bool
  ) async throws {
    while true {
      let (tables, heard) = AsyncStream.makeStream(of: FoundHost.self)
      // It ends below.
      let listening = Task {
        defer { heard.finish() }
        try await hearTables(for: .seconds(30)) { heard.yield($0) }
      }
      let table = await tables.first { fits($0) }
      listening.cancel()
      try await listening.value
      guard let table else { throw TransportError.notConnected }
      if try await connect(toTableAt: table.address, called: name) { return }
    }
  }
}

extension BluetoothService {
  /// All tables that are heard within `limit`, in the order of their addresses.
  func scan(on adapter: Adapter, for limit: Duration) async throws -> [FoundHost] {
    let heard = Mutex<[String: FoundHost]>([:])
    try await hearTables(on: adapter, for: limit) { host in
      heard.withLock { $0[host.address] = host }
    }
    return heard.withLock { $0.values.sorted { $0.address < $1.address } }
  }
}

extension AsyncStream where Element: Sendable {
  /// The first element that fits; the ones before it are gone, the ones behind it stay.
  func first(where fits: (Element) -> Bool) async -> Element? {
    for await element in self where fits(element) { return element }
    return nil
  }

  /// The first `count` elements.
  func first(_ count: Int) async -> [Element] {
    var elements: [Element] = []
    for await element in self {
      elements.append(element)
      if elements.count == count { break }
    }
    return elements
  }
}

extension LinkEvent {
  var packet: [UInt8]? {
    if case .packet(let packet, _, _) = self { packet } else { nil }
  }

  var loss: LinkLoss? {
    if case .down(_, let loss) = self { loss } else { nil }
  }
}

extension AsyncStream<LinkEvent> {
  /// How the link goes down.
  func loss() async -> LinkLoss? {
    await first { $0.loss != nil }?.loss
  }

  /// The first `count` packets.
  func packets(_ count: Int) async -> [[UInt8]] {
    var packets: [[UInt8]] = []
    for await event in self {
      if let packet = event.packet { packets.append(packet) }
      if packets.count == count { break }
    }
    return packets
  }
}

/// Runs `body` in a room whose bluetoothd behaves so.
func withRoom(
  adapters: Int = 2,
  behaving behaviour: Behaviour = Behaviour(),
  _ body: (Room) async throws -> Void
) async throws {
  try await LocalBus.run { bus in
    let air = try await VirtualBlueZ.start(
      on: bus.address,
      adapters: adapters,
      behaviour: behaviour
    )
    try await body(Room(bus: bus, air: air, behaviour: behaviour))
    await air.stop()
  }
}
