extension Radio {
  /// The device as it is now; `nil` when bluetoothd has forgotten it.
  public func device(_ id: DeviceID) async -> Device? { await service.device(at: id.path) }

  /// The devices that the controller knows, heard lately or not.
  public var devices: [Device] { get async { await service.devices(on: adapter) } }

  /// Ends the link to a device, or the attempt to make one, in a cancelled task too.
  ///
  /// bluetoothd takes two seconds for it.
  public func disconnect(_ id: DeviceID) async throws(BlueZError) {
    try await service.disconnect(id.path)
  }

  /// Makes bluetoothd forget a device, with all it has cached of it.
  public func remove(_ id: DeviceID) async throws(BlueZError) {
    try await service.remove(id.path, from: adapter)
  }
}
