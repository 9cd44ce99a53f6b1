public import BlueZ
internal import DBus
public import MatchProtocol

/// The host's side: packets from guests by `WriteValue`, packets to all of them by notification.
public actor PeripheralTransport: PacketTransport {
  /// Packets, and links that end.
  public nonisolated let events: AsyncStream<LinkEvent>
  /// What happens meanwhile, for a person who waits.
  public nonisolated let notices: AsyncStream<TransportNotice>

  private let link: AsyncStream<LinkEvent>.Continuation
  private let notice: AsyncStream<TransportNotice>.Continuation
  private let service: BluetoothService
  private var peripheral: Peripheral?
  private var addresses: [ObjectPath: String] = [:]

  /// The connection's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe service.unownedExecutor
  }

  /// What lets a task run on the connection's thread, also between the calls of actors.
  public nonisolated var taskExecutor: any TaskExecutor { service.connection.taskExecutor }

  /// Offers the game under `name` on `adapter`, and begins to advertise it.
  ///
  /// - Parameters:
  ///   - name: At most ``Advertisement/maximumNameLength`` bytes.
  ///   - adapter: The controller, switched on.
  ///   - service: bluetoothd; the transport closes it.
  /// - Returns: The transport, to be ended with ``close()``.
  /// - Throws: ``TransportError/nameTooLong(_:)``, ``TransportError/notPeripheral(name:)``,
  ///   ``TransportError/adapterOff(name:)``, or ``TransportError/bluetooth(_:)``.
  public static func open(
    hosting name: String,
    on adapter: Adapter,
    _ service: BluetoothService
  ) async throws(TransportError) -> PeripheralTransport {
    guard adapter.canBePeripheral else { throw .notPeripheral(name: adapter.name) }
    let transport = PeripheralTransport(service)
    try await transport.start(hosting: name, on: adapter)
    return transport
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

  private init(_ service: BluetoothService) {
    (events, link) = AsyncStream.makeStream()
    (notices, notice) = AsyncStream.makeStream()
    self.service = service
  }

  private func start(hosting name: String, on adapter: Adapter) async throws(TransportError) {
    let peripheral = try makePeripheral(hosting: name, on: adapter)
    self.peripheral = peripheral
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

  private func handle(_ event: PeripheralEvent) {
    switch event {
    case .written(let write) where write.characteristic == GameService.write:
      link.yield(
        .packet(
          write.value,
          from: PeerID(rawValue: write.device.rawValue),
          maximumPacketSize: GameService.maximumPacketSize(mtu: write.mtu)
        )
      )
    case .connected(let device):
      let address = device.address?.description ?? device.path.lastElement
      addresses[device.path] = address
      notice.yield(.linkUp(address: address))
    case .disconnected(let device):
      link.yield(.down(PeerID(rawValue: device.rawValue), .disconnected))
      notice.yield(.linkDown(address: addresses.removeValue(forKey: device) ?? device.lastElement))
    case .advertising(let isOn):
      notice.yield(.advertising(isOn))
    case .lost:
      for device in addresses.keys {
        link.yield(.down(PeerID(rawValue: device.rawValue), .bluetoothGone))
      }
      addresses = [:]
      notice.yield(.bluetoothLost)
    case .returned:
      notice.yield(.bluetoothReturned)
    case .ended:
      finish()
    case .written, .read, .subscribed, .unsubscribed:
      break  // Nothing else can be written or read, and who subscribes is not said.
    }
  }

  /// Sends `packet` to every guest that is connected.
  ///
  /// Who it is for is said inside.
  public func send(_ packet: [UInt8]) async throws {
    try await peripheral?.notify(packet, of: GameService.notify)
  }

  /// Says whether there is room for another guest; only then the host can be found.
  public func setOpen(_ isOpen: Bool) async {
    await peripheral?.setAdvertising(isOpen)
  }

  /// Ends the link to one guest.
  public func disconnect(_ peer: PeerID) async {
    guard let path = try? ObjectPath(peer.rawValue) else { return }
    await peripheral?.disconnect(path)
  }

  /// Ends everything: links, advertisement, the connection to bluetoothd.
  public func close() async {
    await peripheral?.stop()
    await service.close()
    finish()
  }

  private func finish() {
    link.finish()
    notice.finish()
  }
}
