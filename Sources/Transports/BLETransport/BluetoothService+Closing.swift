internal import BlueZ

extension BluetoothService {
  /// The time in which bluetoothd must end what ends with the transport.
  ///
  /// To take down a link takes it well under a second. One that hangs would keep the caller of a
  /// transport's `close()` for a minute.
  static let farewellLimit = Duration.seconds(5)

  /// Closes the connection after `farewell`, or when that takes longer than ``farewellLimit``.
  nonisolated func close(
    _ clock: any Clock<Duration>,
    after farewell: () async -> Void
  ) async {
    // It is cancelled below; otherwise all that still waits for bluetoothd fails by it.
    let limit = Task {
      try await clock.sleep(for: Self.farewellLimit)
      await self.close()
    }
    await farewell()
    limit.cancel()
    await close()
  }
}
