internal import BlueZ
internal import DBus

/// Links that no program uses: bluetoothd keeps them up when the program that made them is killed.
///
/// A device with such a link goes by its computer's name, and most controllers do not advertise
/// while a link stands. So a table would never be found again.
extension BluetoothService {
  /// The time in which bluetoothd must end such links; it takes two seconds.
  private static let cutLimit = Duration.seconds(5)

  /// The time in which a program must close its table, after its owner has opened the next.
  private static let tableLimit = Duration.seconds(2)

  /// The services that every computer with BlueZ offers: Generic Access, Generic Attribute and
  /// Device Information.
  private static let commonServices: Set<BluetoothUUID> = [
    .genericAccess, .genericAttribute, .deviceInformation,
  ]

  /// Ends the links of `adapter` to tables at which nobody here plays.
  ///
  /// - Parameters:
  ///   - adapter: The controller.
  ///   - known: The links at an earlier look, of which alone some are ended; all, if nil. A new one
  ///     may be somebody's who has not got as far as to use it.
  /// - Returns: The links that are left.
  @discardableResult
  func cutLinksToTables(
    on adapter: Adapter,
    among known: Set<ObjectPath>? = nil
  ) async -> Set<ObjectPath> {
    var left: Set<ObjectPath> = []
    for device in devices(on: adapter)
    where device.isConnected && !device.isKept && GameService.isOffered(by: device) {
      let isNew = known.map { !$0.contains(device.path) } ?? false
      let isUsed = await isInUse(GameService.uuid, at: device.path)
      if isNew || isUsed { left.insert(device.path) } else { await cut(device) }
    }
    return left
  }

  /// Ends the links to guests of a program that hosted on `adapter` before.
  ///
  /// A guest is only known by what it is not: paired, or offering any service of its own. Where
  /// somebody advertises on the adapter at this moment, it may be that one's guest.
  func cutLinksToGuests(on adapter: Adapter) async {
    guard adapter.activeAdvertisements == 0 else { return }
    for device in devices(on: adapter) where device.isConnected && Self.isPerhapsGuest(device) {
      await cut(device)
    }
  }

  /// True if the device may be a guest.
  func isPerhapsGuest(_ id: DeviceID) -> Bool {
    device(at: id.path).map(Self.isPerhapsGuest) ?? false
  }

  private static func isPerhapsGuest(_ device: Device) -> Bool {
    !device.isKept && device.services.isSubset(of: commonServices)
  }

  /// Waits until no program on this computer has a table on `adapter`: the program before this one
  /// may just be closing its own.
  ///
  /// - Returns: Whether there is none.
  func tableCloses(on adapter: Adapter, _ clock: any Clock<Duration>) async -> Bool {
    await wait(upTo: Self.tableLimit, clock: clock) { objects in
      objects.adapters.first { $0.path == adapter.path }?.hasTable != true
    }
  }

  private func cut(_ device: Device) async {
    do throws(BlueZError) {
      try await disconnect(device.path)
    } catch {
      // A link that cannot be ended may end by itself; it is no reason not to go on.
      return
    }
    let path = device.path
    _ = await wait(upTo: Self.cutLimit) { !$0.isConnected(path) }
  }
}
