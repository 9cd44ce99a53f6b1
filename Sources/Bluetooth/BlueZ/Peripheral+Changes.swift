internal import DBus

/// The signals of bluetoothd about links and the controller.
extension Peripheral {
  /// Tells of links and losses at once, so that nobody hears of a written value before its link, or
  /// of a link without its end.
  func note(_ change: ObjectTree.Change, _ objects: ObjectTree) {
    guard !isStopped else { return }
    switch change {
    case .changed(let path, interface: BlueZName.device, let properties):
      note(properties, of: path, objects)
    case .added(let path, let interfaces) where interfaces.contains(BlueZName.device):
      if let device = Device(path, in: objects), device.isConnected { linkUp(device) }
    case .removed(let path, let interfaces) where interfaces.contains(BlueZName.device):
      linkDown(path)
    case .changed(adapterPath, interface: BlueZName.adapter, let properties)
    where properties.saysOff:
      lose()
    case .removed(adapterPath, _), .serviceLost:
      lose()
    default: break  // `handle` asks bluetoothd for what such changes need.
    }
  }

  private func note(
    _ properties: [String: Value],
    of path: ObjectPath,
    _ objects: ObjectTree
  ) {
    // 5.66 sometimes does not tell of `Connected`.
    let isResolved = properties[.servicesResolved]?.boolean == true ? true : nil
    guard let isUp = properties[.connected]?.boolean ?? isResolved else { return }
    if !isUp {
      linkDown(path)
    } else if let device = Device(path, in: objects) {
      linkUp(device)
    }
  }

  private func linkUp(_ device: Device) {
    guard device.adapterPath == adapterPath, centrals.insert(device.path).inserted else { return }
    report(.connected(device))
    // Controllers do not like to be told to advertise while a link is being set up, and whoever
    // came may fill the last place.
    linksMade += 1
    let link = linksMade
    Task {
      try? await self.clock.sleep(for: Self.settleTime)
      // A younger link has its own time to settle.
      if self.linksMade == link { self.linksChanged() }
    }
  }

  private func linkDown(_ path: ObjectPath) {
    guard centrals.remove(path) != nil else { return }
    report(.disconnected(DeviceID(path)))
    linksChanged()
  }

  /// Asks bluetoothd for what the changes need, one after the other.
  func follow(_ changes: AsyncStream<ObjectTree.Change>) async {
    for await change in changes {
      guard !isStopped else { return }
      await handle(change)
    }
    guard !isStopped else { return }
    // Without a bus there is nothing to come back to.
    isServing = false
    centrals = []
    hasEnded = true
    report(.ended)
  }

  private func handle(_ change: ObjectTree.Change) async {
    switch change {
    case .changed(adapterPath, interface: BlueZName.adapter, let properties):
      await handle(adapterProperties: properties)
    case .changed(_, interface: BlueZName.adapter, _) where isOverdue:
      await findAdapter()
    case .added(let path, let interfaces)
    where interfaces.contains(BlueZName.advertisingManager):
      await findAdapter(at: path)
    case .removed(adapterPath, _), .serviceReturned:
      await findAdapter()
    default: break  // `note` has dealt with it, or nothing is to be done.
    }
  }

  private func handle(adapterProperties properties: [String: Value]) async {
    if properties[.discoverable]?.boolean == true, mayHide {
      // bluetoothd changes what is registered: the name, and the flags of the next registration.
      linksChanged()
    }
    let isOn = properties[.powered]?.boolean == true || properties[.powerState]?.string == "on"
    if isOn { await restore() }
  }

  func linksChanged() {
    guard !isStopped else { return }
    advertiser.linksChanged()
    // A controller that refuses must not keep us from the next change.
    Task { await self.readvertise() }
  }
}
