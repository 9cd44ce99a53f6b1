/// A device that was heard just now.
public struct Sighting: Hashable, Sendable {
  /// The device, as it is after this report.
  public let device: Device
  /// The device's address.
  public let address: BluetoothAddress
  /// The received signal strength in dBm; 127 when the controller does not know.
  public let rssi: Int

  /// True if the controller knows the signal strength.
  var isStrengthKnown: Bool { rssi != 127 }

  /// The name that the device advertises.
  public var name: String? { device.name }

  init?(_ device: Device) {
    guard let address = device.address, let rssi = device.rssi else { return nil }
    self.device = device
    self.address = address
    self.rssi = rssi
  }
}

extension Radio {
  /// The number of sightings that wait for a reader; of more, the oldest are dropped.
  static let sightingLimit = 512

  /// Fills `channel` with what the controller hears, until it or bluetoothd goes.
  ///
  /// - Parameters:
  ///   - channel: Gets the sightings.
  ///   - filter: Reports only what it admits.
  /// - Returns: The observer.
  func reportSightings(
    to channel: Channel<Sighting>,
    admittedBy filter: DiscoveryFilter
  ) async -> Int {
    let adapter = adapter
    return await service.observe { service, change in
      if let failure = change.failure(of: adapter) { return channel.finish(failure) }
      guard let path = change.heardDevice,
        let device = service.device(at: path), device.adapterPath == adapter.path,
        let sighting = Sighting(device), filter.admits(sighting)
      else { return }
      channel.yield(sighting)
    } atEnd: {
      channel.finish(.bus(.disconnected))
    }
  }
}
