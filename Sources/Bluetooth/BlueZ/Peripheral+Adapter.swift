internal import DBus

/// The loss of the controller, and the choice of another one.
extension Peripheral {
  func register() async throws(BlueZError) {
    do throws(BlueZError) {
      try await service.call(
        adapterPath,
        BlueZName.gattManager,
        "RegisterApplication",
        [.objectPath(root), .properties([:])]
      )
    } catch .alreadyExists {
      // It still is, after the controller was off for a moment.
    }
  }

  func lose() {
    losses += 1
    // Until `start` is over, bluetoothd's answers to it decide.
    guard isServing, following != nil else { return }
    isServing = false
    centrals = []
    advertiser.lost()
    report(.lost)
  }

  func restore() async {
    guard !isServing else {
      // bluetoothd takes applications before the controller is on, and advertisements after.
      Task { await self.readvertise() }
      return
    }
    let losses = losses
    do throws(BlueZError) {
      try await register()
      // What was registered may be lost already; a later change is the next chance.
      isServing = losses == self.losses
      guard isServing else { return }
      report(.returned)
      Task { await self.readvertise() }
    } catch {
      // Not ready yet; the next change of the adapter is the next chance.
      isServing = false
    }
  }

  /// Continues with the controller if it is there, under whatever number; otherwise with another
  /// one, once it has had its time to come back.
  ///
  /// - Parameter path: The controller that has just come, if one has.
  func findAdapter(at path: ObjectPath? = nil) async {
    let objects = await service.objects
    guard let current = objects.current(adapter) else { return await replaceAdapter(objects) }
    // Its other interfaces may come later; then a signal says so.
    guard path == nil || path == current.path, objects[current.path, BlueZName.gattManager] != nil
    else { return }
    await use(current)
  }

  private func replaceAdapter(_ objects: ObjectTree) async {
    guard adapter.isReplaceable, !isServing, !isStopped else { return }
    if isOverdue {
      guard var other = objects.adapters.first(where: canUse) else { return }
      other.isReplaceable = true
      timesHidden = 0
      await use(other)
    } else if replacement == nil {
      // It ends when the controller is back, or with its time.
      replacement = Task {
        guard (try? await self.clock.sleep(for: Adapter.returnLimit)) != nil else { return }
        self.replacement = nil
        self.isOverdue = true
        await self.findAdapter()
      }
    }
  }

  /// True if another controller will do: it is on, and no other program offers the same there.
  private func canUse(_ other: Adapter) -> Bool {
    other.isPowered && other.canBePeripheral && other.services.isDisjoint(with: services)
  }

  private func use(_ found: Adapter) async {
    replacement?.cancel()
    replacement = nil
    isOverdue = false
    let isMoved = found.path != adapterPath
    adapter = found
    if isMoved { report(.moved(found)) }
    await restore()
  }
}
