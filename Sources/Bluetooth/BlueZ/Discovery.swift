internal import DBus

/// A filter of the devices to discover.
public struct DiscoveryFilter: Hashable, Sendable {
  /// True if every report counts, also of a device that was reported before.
  ///
  /// It also keeps the scan running without gaps.
  public var reportsDuplicates: Bool
  /// Services of which a device should advertise at least one; empty for all devices.
  ///
  /// Other devices are reported too: bluetoothd is not asked to filter by services, because 5.87
  /// has a fault there (BlueZ issue 2282).
  public var services: Set<BluetoothUUID>
  /// The beginning of the names to report; `nil` for any.
  ///
  /// bluetoothd is not asked to filter by it: it would report less to other programs, too.
  public var namePrefix: String?
  /// The weakest signal to report, in dBm; `nil` for any.
  ///
  /// bluetoothd reports weaker ones too if another program wants them.
  public var minimumRSSI: Int?

  /// A filter for LE devices.
  public init(
    reportsDuplicates: Bool = true,
    services: Set<BluetoothUUID> = [],
    namePrefix: String? = nil,
    minimumRSSI: Int? = nil
  ) {
    self.reportsDuplicates = reportsDuplicates
    self.services = services
    self.namePrefix = namePrefix
    self.minimumRSSI = minimumRSSI
  }

  var value: Value {
    var properties: [String: Value] = [
      "Transport": .string("le"), "DuplicateData": .boolean(reportsDuplicates),
    ]
    properties["RSSI"] = minimumRSSI.map { .int16(Int16(clamping: $0)) }
    return .properties(properties)
  }

  /// True if a sighting is one to report.
  func admits(_ sighting: Sighting) -> Bool {
    let device = sighting.device
    if !services.isEmpty, services.isDisjoint(with: device.services) { return false }
    if let namePrefix, device.name?.hasPrefix(namePrefix) != true { return false }
    guard let minimumRSSI else { return true }
    return sighting.isStrengthKnown && sighting.rssi >= minimumRSSI
  }
}

extension BluetoothService {
  /// Starts to look for devices; what is found shows in ``devices(on:)``.
  ///
  /// Whether a device is one of those that are looked for has to be told from its
  /// ``Device/services``. Each start needs a ``stopDiscovery(on:)``: the last one ends the
  /// discovery. The filter of the last start counts.
  ///
  /// bluetoothd may say yes although the controller does not search, as
  /// ``Adapter/isDiscovering`` tells.
  ///
  /// - Parameters:
  ///   - adapter: The controller.
  ///   - filter: What is looked for.
  ///   - clock: Measures the pauses between the attempts.
  /// - Throws: ``BlueZError/notReady(_:)`` when the controller is off, or what bluetoothd said at
  ///   the fourth attempt. Nothing is to be stopped then.
  public func startDiscovery(
    on adapter: Adapter,
    _ filter: DiscoveryFilter = DiscoveryFilter(),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(BlueZError) {
    let path = adapter.path
    searches[path, default: 0] += 1
    // bluetoothd would answer that it searches already.
    _ = await searchEnds[path]?.value
    do throws(BlueZError) {
      await forgetDevices(lacking: filter.services, on: adapter)
      try await call(path, BlueZName.adapter, "SetDiscoveryFilter", [filter.value])
      try await SearchStart.run(at: path, on: self, clock: clock)
    } catch {
      try? await stopDiscovery(on: adapter)
      throw error
    }
  }

  /// Makes bluetoothd forget what a link has shown of the services of devices that may advertise
  /// `services` now: it would not add them to those it believes to know.
  ///
  /// Devices that somebody has paired with, or uses, stay.
  private func forgetDevices(lacking services: Set<BluetoothUUID>, on adapter: Adapter) async {
    guard !services.isEmpty else { return }
    for device in devices(on: adapter)
    where device.hasShownServices && device.services.isDisjoint(with: services)
      && !device.isConnected && !device.isKept
    {
      // One that is not forgotten may be overlooked, and is no reason not to look for others.
      try? await remove(device.path, from: adapter)
    }
  }

  /// Stops to look for devices, in a cancelled task too, unless another start has not been stopped
  /// yet.
  ///
  /// Nothing happens without a start.
  public func stopDiscovery(on adapter: Adapter) async throws(BlueZError) {
    let path = adapter.path
    guard let count = searches[path] else { return }
    searches[path] = count > 1 ? count - 1 : nil
    guard count == 1 else { return }
    // It ends with bluetoothd's answer, whatever becomes of the caller.
    let end = Task { await self.endDiscovery(path) }
    searchEnds[path] = end
    let failure = await end.value
    if searchEnds[path] == end { searchEnds[path] = nil }
    if let failure { throw failure }
  }

  private func endDiscovery(_ adapter: ObjectPath) async -> BlueZError? {
    do throws(BlueZError) {
      try await end(adapter, BlueZName.adapter, "StopDiscovery")
      return nil
    } catch .failed, .inProgress, .notReady {
      // "No discovery started", or the controller was switched off meanwhile.
      return nil
    } catch {
      return error
    }
  }
}
