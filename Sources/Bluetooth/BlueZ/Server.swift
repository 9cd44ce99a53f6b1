internal import DBus
internal import Synchronization

/// This computer as centrals see it while ``Radio/serve(_:as:within:clock:refusing:_:)`` runs.
///
/// It outlives a restart of bluetoothd and a controller that is switched off and on: everything is
/// registered again then. Its streams end only with the scope, or with
/// ``BlueZError/bus(_:)`` when the connection to the bus is lost.
public struct Server: Sendable {
  /// What is registered with bluetoothd.
  public let peripheral: Peripheral
  let inbox: ServerInbox

  /// What happens to the peripheral, in order.
  ///
  /// Up to 256 events wait for a reader; of more, the
  /// oldest are dropped.
  public var events: BluetoothStream<PeripheralEvent> { BluetoothStream(inbox.events) }

  /// The centrals that are connected.
  ///
  /// Only the latest answer waits for a reader.
  public var centrals: BluetoothStream<[Device]> { BluetoothStream(inbox.centrals) }

  /// The values that centrals write to any characteristic, in order.
  ///
  /// Up to 1,024 writes wait for a reader. One more ends the stream with
  /// ``BlueZError/tooSlow(_:)``, because a write must not be missing without notice.
  public var writes: BluetoothStream<WriteRequest> { BluetoothStream(inbox.writes) }

  /// The values that centrals write to one characteristic, in order, with the same limit as
  /// ``writes``.
  ///
  /// - Throws: ``BlueZError/doesNotExist(_:)`` if the application has no such characteristic.
  public func writes(
    to characteristic: BluetoothUUID
  ) throws(BlueZError) -> BluetoothStream<WriteRequest> {
    guard let channel = inbox.writesByCharacteristic[characteristic] else {
      throw .doesNotExist("no characteristic \(characteristic)")
    }
    return BluetoothStream(channel)
  }

  /// Sends `value` to every central that is subscribed to `characteristic`.
  ///
  /// BlueZ cuts it at the MTU less 5 of each link, and at 512 bytes, without an error.
  public func notify(
    _ value: [UInt8],
    of characteristic: BluetoothUUID
  ) async throws(BlueZError) {
    try await peripheral.notify(value, of: characteristic)
  }

  /// Sets the value that centrals read, and sends it to those that are subscribed.
  public func set(_ value: [UInt8], of characteristic: BluetoothUUID) async throws(BlueZError) {
    inbox.set(characteristic) { _ throws(ATTError) in value }
    try await notify(value, of: characteristic)
  }

  /// Says how reads of `characteristic` are answered from now on.
  ///
  /// - Parameters:
  ///   - characteristic: The characteristic.
  ///   - answer: The whole value, or why there is none. bluetoothd gives up after five seconds.
  public func answerReads(
    of characteristic: BluetoothUUID,
    _ answer: @escaping @Sendable (ReadRequest) async throws(ATTError) -> [UInt8]
  ) {
    inbox.set(characteristic, answer)
  }
}

/// What comes to a server, sorted.
///
/// A characteristic without a value is read as empty.
final class ServerInbox: Sendable {
  typealias Answer = @Sendable (ReadRequest) async throws(ATTError) -> [UInt8]

  private struct State {
    var peripheral: Peripheral?
    var answers: [BluetoothUUID: Answer] = [:]
    var centrals: [ObjectPath: Device] = [:]
  }

  let events = Channel<PeripheralEvent>(limit: 256, .dropOldest)
  let centrals = Channel<[Device]>(limit: 1, .dropOldest)
  let writes = Channel<WriteRequest>(limit: ServerInbox.writeLimit, .end)
  let writesByCharacteristic: [BluetoothUUID: Channel<WriteRequest>]
  private let state = Mutex(State())

  /// The number of writes that wait for a reader.
  static let writeLimit = 1_024

  init(_ application: GATTApplication) {
    let characteristics = application.services.flatMap(\.characteristics).map { characteristic in
      (characteristic.uuid, Channel<WriteRequest>(limit: Self.writeLimit, .end))
    }
    writesByCharacteristic = Dictionary(characteristics) { first, _ in first }
  }

  func begin(_ peripheral: Peripheral) {
    state.withLock { $0.peripheral = peripheral }
  }

  func set(_ characteristic: BluetoothUUID, _ answer: @escaping Answer) {
    state.withLock { $0.answers[characteristic] = answer }
  }

  /// Ends all streams.
  func end(_ error: BlueZError? = nil) {
    events.finish(error)
    centrals.finish(error)
    writes.finish(error)
    for channel in writesByCharacteristic.values { channel.finish(error) }
    // The peripheral reports to this inbox.
    state.withLock { $0.peripheral = nil }
  }

  func receive(_ event: PeripheralEvent) {
    events.yield(event)
    switch event {
    case .written(let write):
      writes.yield(write)
      writesByCharacteristic[write.characteristic]?.yield(write)
    case .read(let request): answer(request)
    case .connected(let device): changeCentrals { $0[device.path] = device }
    case .disconnected(let id): changeCentrals { $0[id.path] = nil }
    case .lost: changeCentrals { $0 = [:] }
    case .ended: end(.bus(.disconnected))
    default: break
    }
  }

  private func changeCentrals(_ change: (inout [ObjectPath: Device]) -> Void) {
    let now = state.withLock { state in
      change(&state.centrals)
      return state.centrals.sorted { $0.key < $1.key }.map(\.value)
    }
    centrals.yield(now)
  }

  private func answer(_ request: ReadRequest) {
    let (peripheral, answer) = state.withLock {
      ($0.peripheral, $0.answers[request.characteristic])
    }
    guard let peripheral else { return }
    // It ends with the answer; bluetoothd waits for it.
    Task {
      // Without a bus nobody waits.
      do throws(ATTError) {
        let value = try await answer?(request) ?? []
        try? await peripheral.answer(request, with: value)
      } catch {
        try? await peripheral.refuse(request, with: error)
      }
    }
  }
}
