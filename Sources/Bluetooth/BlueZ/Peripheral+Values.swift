internal import DBus

/// The values for centrals.
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
        BlueZProperty.value.rawValue,
        of: BlueZName.gattCharacteristic,
        at: path,
        to: .bytes(value)
      )
    } catch {
      throw BlueZError(error)
    }
  }

  /// Answers a central that reads.
  ///
  /// - Parameters:
  ///   - request: What the central has asked for.
  ///   - value: The whole value; the central gets what begins at the offset of `request`. A central
  ///     that reads behind its end is refused with ``ATTError/invalidOffset``.
  /// - Throws: What the bus says.
  public func answer(
    _ request: ReadRequest,
    with value: [UInt8]
  ) async throws(BlueZError) {
    guard request.offset <= value.count else {
      return try await refuse(request, with: .invalidOffset)
    }
    try await reply(to: request, .values([.bytes(Array(value.dropFirst(request.offset)))]))
  }

  /// Refuses a central that reads.
  public func refuse(_ request: ReadRequest, with error: ATTError) async throws(BlueZError) {
    try await reply(to: request, error.reply)
  }

  private func reply(to request: ReadRequest, _ reply: MethodReply) async throws(BlueZError) {
    do throws(BusError) {
      try await service.connection.reply(to: request.call, reply)
    } catch {
      throw BlueZError(error)
    }
  }

  /// Ends the link to a central.
  public func disconnect(_ central: DeviceID) async {
    // A link that is down already is what was asked for, and bluetoothd's absence ends all links.
    try? await service.disconnect(central.path)
  }
}
