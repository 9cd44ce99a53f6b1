public import DBus

/// What goes to centrals.
extension Peripheral {
  /// Sends `value` to every central that is subscribed to `characteristic`.
  ///
  /// There is no way to address one of them that works with every BlueZ. BlueZ cuts a value at the
  /// MTU less 5 of each link, and at 512 bytes, without an error.
  public func notify(
    _ value: [UInt8],
    of characteristic: BluetoothUUID
  ) async throws(BlueZError) {
    guard let path = layout.characteristics[characteristic] else {
      throw .doesNotExist("no characteristic \(characteristic)")
    }
    do throws(BusError) {
      try await service.connection.setProperty(
        "Value",
        of: BlueZName.gattCharacteristic,
        at: path,
        to: .bytes(value)
      )
    } catch {
      throw BlueZError(error)
    }
  }

  /// Answers a central that reads.
  public func answer(
    _ request: ReadRequest,
    with value: [UInt8]
  ) async throws(BlueZError) {
    do throws(BusError) {
      try await service.connection.reply(to: request.call, .values([.bytes(value)]))
    } catch {
      throw BlueZError(error)
    }
  }

  /// Ends the link to a central.
  public func disconnect(_ central: ObjectPath) async {
    // A link that is down already is what was asked for, and bluetoothd's absence ends all links.
    try? await service.disconnect(central)
  }
}
