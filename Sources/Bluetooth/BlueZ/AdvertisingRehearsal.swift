package import DBus

/// An advertisement that is registered for a moment, where a ``Peripheral`` keeps its own.
///
/// bluetoothd offers to advertise whatever the kernel does, so only this shows whether it can.
package struct AdvertisingRehearsal: Sendable {
  /// The pause between two attempts.
  private static let pause = Duration.seconds(1)
  /// The number of attempts: a controller that was switched on a moment ago may refuse.
  private static let attempts = 3

  private let service: BluetoothService
  private let adapter: ObjectPath
  private let path: ObjectPath
  private let timeLimit: Duration

  /// A rehearsal on `adapter`, which is on.
  ///
  /// - Parameters:
  ///   - service: bluetoothd.
  ///   - adapter: The controller.
  ///   - path: The object that the advertisement is exported as.
  ///   - timeLimit: How long each answer may take.
  package init(
    with service: BluetoothService,
    on adapter: ObjectPath,
    as path: ObjectPath,
    timeLimit: Duration
  ) {
    (self.service, self.adapter, self.path) = (service, adapter, path)
    self.timeLimit = timeLimit
  }

  /// Registers `advertisement`, and takes it back.
  ///
  /// A refusal while somebody is connected counts for nothing: some controllers cannot do both.
  ///
  /// - Throws: What bluetoothd said to the last attempt.
  package func run(
    _ advertisement: Advertisement,
    clock: any Clock<Duration>
  ) async throws(BlueZError) {
    do throws(BusError) {
      try await service.connection.export([advertisement.exported {}], at: path)
    } catch {
      throw BlueZError(error)
    }
    let failure = await register(clock)
    if failure == nil {
      try? await service.end(
        adapter,
        BlueZName.advertisingManager,
        "UnregisterAdvertisement",
        [.objectPath(path)]
      )
    }
    // Without a connection nothing is exported.
    try? await service.connection.unexport(path)
    guard let failure else { return }
    guard failure.mayAdvertiseLater, await service.isLinked(adapter) else { throw failure }
  }

  private func register(_ clock: any Clock<Duration>) async -> BlueZError? {
    var left = Self.attempts
    while true {
      do throws(BlueZError) {
        try await service.call(
          adapter,
          BlueZName.advertisingManager,
          "RegisterAdvertisement",
          [.objectPath(path), .properties([:])],
          timeLimit: timeLimit
        )
        return nil
      } catch {
        left -= 1
        guard left > 0, error.mayAdvertiseLater else { return error }
        try? await clock.sleep(for: Self.pause)
      }
    }
  }
}
