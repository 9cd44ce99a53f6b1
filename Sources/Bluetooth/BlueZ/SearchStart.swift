internal import DBus

/// The start of a search, which is tried again a few times.
///
/// bluetoothd answers `InProgress` while another program's search begins or ends, and to every
/// failure of the kernel; either may pass.
enum SearchStart {
  /// The pauses between the attempts.
  private static let pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2)]

  /// Starts a search with the controller at `path`.
  ///
  /// - Throws: What bluetoothd said to the last attempt.
  static func run(
    at path: ObjectPath,
    on service: isolated BluetoothService,
    clock: any Clock<Duration>
  ) async throws(BlueZError) {
    var pauses = pauses[...]
    while true {
      do throws(BlueZError) {
        // It cannot be stopped before it is answered.
        return try await service.callEvenIfCancelled(path, BlueZName.adapter, "StartDiscovery")
      } catch {
        if case .inProgress = error, isRunning(at: path, on: service) { return }
        guard mayPass(error), let pause = pauses.popFirst() else { throw error }
        if (try? await clock.sleep(for: pause)) == nil { throw .cancelled }
      }
    }
  }

  /// True if the controller searches, or does for this connection, which has one search.
  private static func isRunning(at path: ObjectPath, on service: isolated BluetoothService) -> Bool
  {
    service.searches[path, default: 0] > 1
      || Adapter(path, in: service.objects)?.isDiscovering == true
  }

  private static func mayPass(_ error: BlueZError) -> Bool {
    switch error {
    case .failed, .inProgress, .busy: true
    default: false
    }
  }
}
