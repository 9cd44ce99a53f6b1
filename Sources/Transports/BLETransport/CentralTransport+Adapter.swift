internal import BlueZ
internal import MatchProtocol

extension CentralTransport {
  /// Waits until bluetoothd runs and the controller is on; whoever has switched it off has a
  /// reason.
  ///
  /// One that is gone is waited for ``Adapter/returnLimit``; then another one will do, if the user
  /// has not named this one.
  ///
  /// - Returns: Whether that can still happen: without a bus it cannot.
  func awaitAdapter() async -> Bool {
    if await takeAdapter(orOther: false) { return true }
    if await !service.isFinished { tell(.progress(.unavailable)) }
    if adapter.isReplaceable { await waitForAdapter() }
    let changes = await service.changes()
    if await isBack() { return true }
    for await _ in changes where await isBack() { return true }
    return false
  }

  private func waitForAdapter() async {
    let adapter = adapter
    _ = await service.wait(upTo: Adapter.returnLimit, clock: clock) { objects in
      objects.current(adapter)?.isPowered == true
    }
  }

  /// True if there is a controller to use within ``Adapter/returnLimit``.
  func adapterReturns() async -> Bool {
    await waitForAdapter()
    return await takeAdapter(orOther: true)
  }

  private func isBack() async -> Bool {
    guard !Task.isCancelled, await takeAdapter(orOther: true) else { return false }
    tell(.progress(.available))
    return true
  }

  /// Takes the controller if it is on, under whatever number; or another one in place of one that
  /// is gone.
  private func takeAdapter(orOther mayBeOther: Bool) async -> Bool {
    guard await service.isRunning else { return false }
    let objects = await service.objects
    var found = objects.current(adapter)
    if found == nil, mayBeOther, adapter.isReplaceable {
      found = objects.adapters.first { $0.isPowered && $0.canBeCentral }
      found?.isReplaceable = true
    }
    guard let found, found.isPowered else { return false }
    if found.path != adapter.path { tell(.progress(.adapter(found.name))) }
    adapter = found
    return true
  }
}
