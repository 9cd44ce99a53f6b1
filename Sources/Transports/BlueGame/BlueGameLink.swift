public import BlueZ
internal import Synchronization

/// A link to the app, or to whoever speaks as it does.
public protocol BlueGameLink: Sendable {
  /// What happens, in order; up to its end, which ``BlueGameEvent/left`` or
  /// ``BlueGameEvent/failed(_:)`` says.
  var events: AsyncStream<BlueGameEvent> { get }

  /// Sends a text.
  func send(_ text: [UInt8]) async throws(BlueZError)

  /// Ends the link and all that was offered.
  func close() async
}

/// An event of a link to the app.
public enum BlueGameEvent: Hashable, Sendable {
  /// The host can be found.
  case advertising
  /// A host is found, and is being connected to.
  case found
  /// The other player is there.
  case joined
  /// The other player has sent a text.
  case text([UInt8])
  /// The other player has hung up, or the link is lost.
  case left
  /// There is no link, for this reason.
  case failed(BlueZError)
}

/// A host that the app finds by its name, with one guest.
public final class BlueGameHost: BlueGameLink {
  private struct State {
    /// The guest, once it has written; bluetoothd does not say who subscribes.
    var guest: DeviceID?
    var isJoined = false
    var peripheral: Peripheral?
  }

  /// What happens, in order.
  public let events: AsyncStream<BlueGameEvent>

  private let inbox: AsyncStream<BlueGameEvent>.Continuation
  private let state = Mutex(State())

  private init() {
    (events, inbox) = AsyncStream.makeStream()
  }

  /// Offers the service of the app on `adapter`, and advertises its name.
  ///
  /// - Throws: ``BlueZ/BlueZError``, as ``BlueZ/Peripheral/start()`` does.
  public static func open(
    on adapter: Adapter,
    _ service: BluetoothService,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(BlueZError) -> BlueGameHost {
    let host = BlueGameHost()
    let peripheral = try Peripheral(
      service,
      on: adapter,
      offering: GATTApplication(services: [BlueGame.gattService]),
      as: advertisement,
      clock: clock,
      report: { [weak host] in host?.receive($0) }
    )
    host.state.withLock { $0.peripheral = peripheral }
    try await peripheral.start()
    return host
  }

  private static var advertisement: Advertisement {
    do throws(Advertisement.InvalidName) {
      return try Advertisement(services: [], localName: BlueGame.name)
    } catch {
      fatalError("\(BlueGame.name) fits into an advertisement: \(error)")
    }
  }

  private func receive(_ event: PeripheralEvent) {
    switch event {
    case .advertising(true): inbox.yield(.advertising)
    case .subscribed(BlueGame.notify): join()
    case .written(let write) where write.characteristic == BlueGame.write:
      join()
      let isGuest = state.withLock { state in
        state.guest = state.guest ?? write.device
        return state.guest == write.device
      }
      // Somebody else nearby may write, too; only one is the guest.
      if isGuest { inbox.yield(.text(write.value)) }
    case .unsubscribed(BlueGame.notify): leave()
    case .disconnected(let device):
      if state.withLock({ $0.guest == device }) { leave() }
    case .lost: leave()
    case .ended: inbox.yield(.failed(.bus(.disconnected)))
    default: break
    }
  }

  private func join() {
    let isNew = state.withLock { state in
      defer { state.isJoined = true }
      return !state.isJoined
    }
    guard isNew else { return }
    inbox.yield(.joined)
    // The app, too, can be found no longer then. It ends by itself.
    Task { [peripheral = state.withLock { $0.peripheral }] in
      await peripheral?.setAdvertising(false)
    }
  }

  private func leave() {
    guard state.withLock({ $0.isJoined }) else { return }
    inbox.yield(.left)
  }

  /// Notifies the guest.
  public func send(_ text: [UInt8]) async throws(BlueZError) {
    let peripheral = state.withLock { $0.peripheral }
    try await peripheral?.notify(text, of: BlueGame.notify)
  }

  /// Takes everything back, and ends the link to the guest.
  public func close() async {
    let peripheral = state.withLock { $0.peripheral.take() }
    await peripheral?.stop()
    inbox.finish()
  }
}

/// A guest that finds a host of the app by its name.
public final class BlueGameGuest: BlueGameLink {
  private struct State {
    var connection: DeviceConnection?
    var work: Task<Void, Never>?
  }

  /// What happens, in order.
  public let events: AsyncStream<BlueGameEvent>

  private let inbox: AsyncStream<BlueGameEvent>.Continuation
  private let state = Mutex(State())

  private init() {
    (events, inbox) = AsyncStream.makeStream()
  }

  /// Looks for a host on `adapter` for `limit`, and sits down there.
  ///
  /// - Parameters:
  ///   - adapter: The controller.
  ///   - service: bluetoothd.
  ///   - address: The host's address, if it is known: then its name does not matter.
  ///   - limit: How long to look.
  /// - Returns: The guest, to be ended with ``close()``.
  public static func join(
    on adapter: Adapter,
    _ service: BluetoothService,
    address: BluetoothAddress? = nil,
    within limit: Duration = .seconds(30)
  ) -> BlueGameGuest {
    let guest = BlueGameGuest()
    let radio = Radio(service, on: adapter)
    // It is cancelled by ``close()``.
    let work = Task { await guest.play(over: radio, at: address, within: limit) }
    guest.state.withLock { $0.work = work }
    return guest
  }

  private func play(
    over radio: Radio,
    at address: BluetoothAddress?,
    within limit: Duration
  ) async {
    do {
      let device = try await Self.find(over: radio, at: address, within: limit)
      inbox.yield(.found)
      try await radio.withConnection(to: device, expecting: [BlueGame.gattService]) { connection in
        state.withLock { $0.connection = connection }
        try await connection.withValues(of: BlueGame.notify) { values in
          inbox.yield(.joined)
          for try await value in values { inbox.yield(.text(value)) }
        }
      }
      inbox.yield(.left)
    } catch {
      inbox.yield(end(because: error as? BlueZError ?? .cancelled))
    }
  }

  private func end(because error: BlueZError) -> BlueGameEvent {
    let isConnected = state.withLock { $0.connection != nil }
    return switch error {
    case .connectionLost: .left
    // A host that takes its service back, and keeps the link, has left as well.
    case .objectGone where isConnected: .left
    case _: .failed(error)
    }
  }

  /// The first device that advertises the name, or has the address.
  private static func find(
    over radio: Radio,
    at address: BluetoothAddress?,
    within limit: Duration
  ) async throws -> Device {
    try await radio.withScan(lasting: limit) { sightings in
      for try await sighting in sightings {
        let isIt =
          address.map { $0 == sighting.address } ?? (sighting.device.name == BlueGame.name)
        if isIt { return sighting.device }
      }
      throw BlueZError.timedOut(limit)
    }
  }

  /// Writes a command to the host.
  public func send(_ text: [UInt8]) async throws(BlueZError) {
    guard let connection = state.withLock({ $0.connection }) else { throw .connectionLost }
    try await connection.write(text, to: BlueGame.write, .command)
  }

  /// Hangs up.
  public func close() async {
    let work = state.withLock { $0.work }
    work?.cancel()
    await work?.value
    inbox.finish()
  }
}
