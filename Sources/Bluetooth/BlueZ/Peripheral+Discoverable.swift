internal import DBus

/// The guard that keeps centrals from Bluetooth classic.
extension Peripheral {
  /// The number of times the controller is made not discoverable; another program that always wants
  /// it to be discoverable is not fought for ever.
  private static let hidingLimit = 8

  /// The time in which bluetoothd must show that the controller is no longer discoverable.
  private static let hidingTime = Duration.seconds(2)

  /// True if ``hideFromClassic()`` still does something about a discoverable controller.
  var mayHide: Bool { timesHidden < Self.hidingLimit }

  /// Makes the controller not discoverable, so that the next advertisement says that there is no
  /// Bluetooth classic.
  func hideFromClassic() async {
    guard let adapter = await currentAdapter, adapter.isDiscoverable, mayHide else { return }
    timesHidden += 1
    // An adapter that refuses is advertised all the same: a later BlueZ may still connect.
    try? await service.setDiscoverable(false, of: adapter)
    let path = adapterPath
    _ = await service.wait(upTo: Self.hidingTime) { Adapter(path, in: $0)?.isDiscoverable != true }
  }

  /// Makes the controller discoverable again if it was.
  func showAgain() async {
    guard timesHidden > 0, let adapter = await currentAdapter, adapter.isPowered else { return }
    let property = [BlueZName.adapter, BlueZProperty.discoverable.rawValue].map(Value.string)
    try? await service.end(
      adapter.path,
      BlueZName.properties,
      "Set",
      property + [.variant(.boolean(true))]
    )
  }

  private var currentAdapter: Adapter? {
    get async { Adapter(adapterPath, in: await service.objects) }
  }
}
