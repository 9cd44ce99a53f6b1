public import BlueZ
internal import DBus
public import MatchProtocol

/// The host's side: packets from guests by `WriteValue`, packets to all of them by notification.
public actor PeripheralTransport: PacketTransport {
  private let deliver: @Sendable (TransportEvent) -> Void
  private let service: BluetoothService
  private var peripheral: Peripheral?
  private let clock: any Clock<Duration>
  /// The guests to whom a link stands.
  private var guests: Set<ObjectPath> = []
  private var isClosed = false

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// What lets a task run on the connection's thread, also between the calls of actors.
  public nonisolated var executor: (any TaskExecutor)? { service.connection.taskExecutor }

  /// Offers the game under `name` on `adapter`, and begins to advertise it.
  ///
  /// - Parameters:
  ///   - name: At most ``Advertisement/maximumNameLength`` bytes.
  ///   - adapter: The controller, switched on.
  ///   - service: bluetoothd; the transport closes it.
  ///   - clock: What measures how long a new link is left alone, and how long ``close()`` may take.
  ///   - deliver: Is called with all that happens, in order, on the connection's own thread, and
  ///     must not wait. It may be called before this returns: a guest can be quick.
  /// - Returns: The transport, to be ended with ``close()``.
  /// - Throws: ``TransportError/nameTooLong(_:)``, ``TransportError/notPeripheral(name:)``,
  ///   ``TransportError/adapterOff(name:)``, or ``TransportError/bluetooth(_:)``.
  public static func open(
    hosting name: String,
    on adapter: Adapter,
    _ service: BluetoothService,
    clock: any Clock<Duration> = ContinuousClock(),
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws(TransportError) -> PeripheralTransport {
    guard adapter.canBePeripheral else { throw .notPeripheral(name: adapter.name) }
    await service.cutLinksToGuests(on: adapter)
    let transport = PeripheralTransport(service, clock, deliver)
    try await transport.start(hosting: name, on: adapter)
    return transport
  }

  private init(
    _ service: BluetoothService,
    _ clock: any Clock<Duration>,
    _ deliver: @escaping @Sendable (TransportEvent) -> Void
  ) {
    self.service = service
    self.clock = clock
    self.deliver = deliver
  }

  private func makePeripheral(
    hosting name: String,
    on adapter: Adapter
  ) throws(TransportError) -> Peripheral {
    do {
      let advertisement = try GameService.advertisement(of: name)
      return try Peripheral(
        service,
        on: adapter,
        offering: GameService.application,
        as: advertisement,
        clock: clock,
        report: { [weak self] event in self?.assumeIsolated { $0.handle(event) } }
      )
    } catch let error as Advertisement.InvalidName {
      switch error {
      case .tooLong(let length): throw .nameTooLong(length)
      }
    } catch let error as InvalidText {
      throw .bluetooth(.bus(.invalidText(error)))
    } catch {
      fatalError("nothing else is thrown: \(error)")
    }
  }

  private func start(hosting name: String, on adapter: Adapter) async throws(TransportError) {
    let peripheral = try makePeripheral(hosting: name, on: adapter)
    self.peripheral = peripheral
    if let taken = try? GameService.takenAdvertisement(of: name),
      let path = try? ObjectPath("/tabletooth/taken")
    {
      await peripheral.advertise(taken, whenFullAt: path)
    }
    do throws(BlueZError) {
      try await peripheral.start()
    } catch .notReady {
      throw .adapterOff(name: adapter.name)
    } catch .notSupported, .notPermitted, .failed {
      throw .notPeripheral(name: adapter.name)
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
      let peer = PeerID(rawValue: write.device.rawValue)
      let size = GameService.maximumPacketSize(mtu: write.mtu)
      tell(.link(.packet(write.value, from: peer, maximumPacketSize: size)))
    case .connected(let device):
      guests.insert(device.path)
    case .disconnected(let device):
      guests.remove(device)
      tell(.link(.down(PeerID(rawValue: device.rawValue), .disconnected)))
    case .advertising(let isOn):
      tell(.progress(.advertising(isOn)))
    case .lost:
      loseGuests()
      tell(.progress(.unavailable))
    case .returned:
      tell(.progress(.available))
    case .ended:
      loseGuests()
      tell(.ended)
    case .written, .read, .subscribed, .unsubscribed:
      break  // Nothing else can be written or read, and who subscribes is not said.
    }
  }

  private func loseGuests() {
    for guest in guests {
      tell(.link(.down(PeerID(rawValue: guest.rawValue), .transportGone)))
    }
    guests = []
  }

  /// Sends `packet` to every guest that is connected.
  ///
  /// Who it is for is said inside.
  public func send(_ packet: [UInt8]) async throws {
    try await peripheral?.notify(packet, of: GameService.notify)
  }

  /// Says whether there is room for another guest; if not, the table is said to be taken.
  public func setOpen(_ isOpen: Bool) async {
    // A controller that refuses is asked again and again. It ends when the controller does as it is
    // told, or with the connection.
    Task { await self.peripheral?.setAdvertising(isOpen) }
  }

  /// Ends the link to one guest.
  public func disconnect(_ peer: PeerID) {
    guard let path = try? ObjectPath(peer.rawValue) else { return }
    // It ends when bluetoothd has answered, or with the connection.
    Task { await self.peripheral?.disconnect(path) }
  }

  /// Ends everything: links, advertisement, the connection to bluetoothd.
  public func close() async {
    isClosed = true
    await service.close(clock) { await self.peripheral?.stop() }
  }
}
