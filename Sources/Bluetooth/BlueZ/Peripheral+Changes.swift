internal import DBus

/// The signals of bluetoothd about links and the controller.
extension Peripheral {
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
    case .changed(let path, interface: BlueZName.device, let properties):
      await handle(properties, ofDevice: path)
    case .added(let path, let interfaces) where interfaces.contains(BlueZName.device):
      if await service.device(at: path)?.isConnected == true { await link(path, isUp: true) }
    case .removed(let path, let interfaces) where interfaces.contains(BlueZName.device):
      await link(path, isUp: false)
    case .changed(adapterPath, interface: BlueZName.adapter, let properties):
      await handle(adapterProperties: properties)
    case .changed(_, interface: BlueZName.adapter, _) where isOverdue:
      await findAdapter()
    case .removed(adapterPath, _):
      lose()
      await findAdapter()
    case .serviceLost:
      lose()
    case .added(let path, let interfaces)
    where interfaces.contains(BlueZName.advertisingManager):
      await findAdapter(at: path)
    case .serviceReturned:
      await findAdapter()
    case .added, .removed, .changed:
      break
    }
  }

  private func handle(_ properties: [String: Value], ofDevice path: ObjectPath) async {
    if let isConnected = properties[.connected]?.boolean {
      await link(path, isUp: isConnected)
    } else if properties[.servicesResolved]?.boolean == true {
      // 5.66 sometimes does not tell of `Connected`.
      await link(path, isUp: true)
    }
  }

  private func handle(adapterProperties properties: [String: Value]) async {
    if properties[.discoverable]?.boolean == true, mayHide {
      // bluetoothd changes what is registered: the name, and the flags of the next registration.
      linksChanged()
    }
    guard let isPowered = properties[.powered]?.boolean else { return }
    if isPowered { await restore() } else { lose() }
  }

  private func link(_ path: ObjectPath, isUp: Bool) async {
    if isUp {
      guard
        let device = await service.device(at: path), device.adapterPath == adapterPath,
        centrals.insert(path).inserted
      else { return }
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
    } else {
      guard centrals.remove(path) != nil else { return }
      report(.disconnected(DeviceID(path)))
      linksChanged()
    }
  }

  func linksChanged() {
    guard !isStopped else { return }
    advertiser.linksChanged()
    // A controller that refuses must not keep us from the next change.
    Task { await self.readvertise() }
  }
}
