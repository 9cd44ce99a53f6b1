public import BlueZ
internal import DBus
public import MatchProtocol

/// The host's side: packets from guests by `WriteValue`, packets to all of them by notification.
public actor PeripheralTransport: PacketTransport {
  private let deliver: @Sendable (TransportEvent) -> Void
  private let service: BluetoothService
  private var peripheral: Peripheral?
  private let name: String
  private var presence: Presence
  private let clock: any Clock<Duration>
  /// The guests to whom a link stands.
  private var guests: Set<DeviceID> = []
  /// The guests that have written on their link.
  private var heard: Set<DeviceID> = []
  /// The number of links to each device have ended.
  private var links: [DeviceID: Int] = [:]
  private var isClosed = false

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// An executor on the connection's thread, for a task that calls this transport.
  public nonisolated var executor: (any TaskExecutor)? { service.connection.taskExecutor }

  /// Offers the game under `name` on `adapter`, and begins to advertise it.
  ///
  /// - Parameters:
  ///   - name: What fits into an advertisement of it is advertised.
  ///   - presence: What those who pass by are told of the table.
  ///   - adapter: The controller, switched on.
  ///   - service: bluetoothd; the transport closes it.
  ///   - clock: What measures how long a new link is left alone, and how long ``close()`` may take.
  ///   - deliver: Is called with all that happens, in order, on the connection's own thread, and
  ///     must not wait. It may be called before this returns: a guest can be quick.
  /// - Returns: The transport, to be ended with ``close()``.
  /// - Throws: ``TransportError/notPeripheral(name:)``, ``TransportError/notAdvertised(name:_:)``,
  ///   ``TransportError/tableOpen(name:)``,
  ///   ``TransportError/noFreeAdvertisement(name:)``, ``TransportError/adapterOff(name:)``, or
  ///   ``TransportError/bluetooth(_:)``.
  public static func open(
    hosting name: String,
    saying presence: Presence = Presence(),
    on adapter: Adapter,
    _ service: BluetoothService,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(TransportError) -> PeripheralTransport {
    guard adapter.canBePeripheral else { throw .notPeripheral(name: adapter.name) }
    guard await service.tableCloses(on: adapter, clock) else {
      throw .tableOpen(name: adapter.name)
    }
    await service.cutLinksToGuests(on: adapter)
    let transport = PeripheralTransport(service, (name, presence), clock, deliver)
    try await transport.start(on: adapter)
    return transport
  }

  private init(
    _ service: BluetoothService,
    _ table: (name: String, presence: Presence),
    _ clock: any Clock<Duration>,
    _ deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.service = service
    (name, presence) = table
    self.clock = clock
    self.deliver = deliver
  }

  private func makePeripheral(on adapter: Adapter) throws(TransportError) -> Peripheral {
    do throws(BlueZError) {
      return try Peripheral(
        service,
        on: adapter,
        offering: GameService.application,
        as: GameService.advertisement(of: name, presence),
        clock: clock,
        report: { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
      )
    } catch {
      throw .bluetooth(error)
    }
  }

  private func start(on adapter: Adapter) async throws(TransportError) {
    let peripheral = try makePeripheral(on: adapter)
    self.peripheral = peripheral
    await peripheral.advertiseWhenFull(GameService.takenAdvertisement(of: name, presence))
    do throws(BlueZError) {
      try await peripheral.start()
    } catch .notReady {
      throw .adapterOff(name: adapter.name)
    } catch .notPermitted {
      throw .noFreeAdvertisement(name: adapter.name)
    } catch .notSupported {
      throw .notPeripheral(name: adapter.name)
    } catch .failed(let text) {
      throw .notAdvertised(name: adapter.name, .failed(text))
    } catch {
      throw .bluetooth(error)
    }
  }

  /// Tells the owner of `event`, unless the owner has closed the transport.
  private func tell(_ event: TransportEvent) {
    if !isClosed { deliver(event) }
  }

  private func handle(_ event: PeripheralEvent) {
    switch event {
    case .written(let write) where write.characteristic == GameService.write:
      heard.insert(write.device)
      let peer = PeerID(rawValue: write.device.rawValue)
      let size = GameService.maximumPacketSize(mtu: write.mtu)
      tell(.link(.packet(write.value, from: peer, maximumPacketSize: size)))
    case .connected(let device):
      guests.insert(device.id)
      limitSilence(of: device.id)
    case .disconnected(let device):
      guests.remove(device)
      heard.remove(device)
      links[device, default: 0] += 1
      tell(.link(.down(PeerID(rawValue: device.rawValue), .disconnected)))
    case .advertising(let isOn):
      tell(.progress(.advertising(isOn)))
    case .lost:
      loseGuests()
      tell(.progress(.unavailable))
    case .moved(let adapter):
      tell(.progress(.adapter(adapter.name)))
    case .returned:
      tell(.progress(.available))
    case .ended:
      loseGuests()
      tell(.ended())
    default: break  // Nothing else can be written or read, and who subscribes is not said.
    }
  }

  private func loseGuests() {
    for guest in guests {
      tell(.link(.down(PeerID(rawValue: guest.rawValue), .transportGone)))
    }
    guests = []
    heard = []
  }

  /// Ends the link to `device` if nothing has come from it in the time of a greeting.
  ///
  /// A session learns of a guest by its first packet, so it limits nobody who is silent.
  private func limitSilence(of device: DeviceID) {
    let link = links[device]
    // It ends by itself.
    Task {
      guard (try? await clock.sleep(for: SessionTimes.handshake)) != nil else { return }
      guard !isClosed, guests.contains(device), !heard.contains(device), links[device] == link,
        await service.isPerhapsGuest(device)
      else { return }
      await peripheral?.disconnect(device)
    }
  }

  /// Sends `packet` to every guest that is connected.
  ///
  /// Who it is for is said inside; one that is too long for the air is for a guest who has come
  /// another way.
  public func send(_ packet: [UInt8]) async throws {
    guard packet.count <= PacketSize.largestOnAir else { return }
    try await peripheral?.notify(packet, of: GameService.notify)
  }

  /// Sends `packet` to every guest that is connected, unless it is for one who is not among them.
  public func send(_ packet: OutgoingPacket) async throws {
    if let peer = packet.peer, !heard.contains(where: { $0.rawValue == peer.rawValue }) { return }
    try await send(packet.bytes)
  }

  /// Says whether there is room for another guest; if not, the table is said to be taken.
  public func setOpen(_ isOpen: Bool) async {
    // A controller that refuses is asked again and again. It ends when the controller does as it is
    // told, or with the connection.
    Task { await self.peripheral?.setAdvertising(isOpen) }
  }

  /// Says what those who pass by are told from now on.
  public func announce(_ presence: Presence) async {
    guard presence != self.presence else { return }
    self.presence = presence
    let open = GameService.advertisement(of: name, presence).manufacturerData
    let taken = GameService.takenAdvertisement(of: name, presence).manufacturerData
    // It ends when the controller does as it is told, or with the connection.
    Task { await self.peripheral?.setManufacturerData(open, whenFull: taken) }
  }

  /// Ends the link to one guest.
  public func disconnect(_ peer: PeerID) {
    guard let device = DeviceID(rawValue: peer.rawValue) else { return }
    // It ends when bluetoothd has answered, or with the connection.
    Task { await self.peripheral?.disconnect(device) }
  }

  /// Ends everything: links, advertisement, the connection to bluetoothd.
  public func close() async {
    isClosed = true
    await service.close(clock) { await self.peripheral?.stop() }
  }
}
