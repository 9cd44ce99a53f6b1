internal import BlueZ
internal import MatchProtocol

extension CentralTransport {
  /// Begins to look for the host again, unless that is done already, or cannot be done without a
  /// bus.
  ///
  /// - Parameter isFirst: Whether no link was lost, and nothing was tried: then nothing is waited
  ///   for.
  func startReconnecting(isFirst: Bool = false) {
    guard !isClosed, reconnection == nil else { return }
    // It ends when a link stands, or with the transport.
    reconnection = Task { await self.reconnect(isFirst: isFirst) }
  }

  private func reconnect(isFirst: Bool) async {
    var isDueAtOnce = isFirst
    while session == nil, !isClosed, !Task.isCancelled {
      guard await !service.isFinished else {
        tell(.ended())
        break
      }
      do {
        if !isDueAtOnce {
          let pause = backoff.next()
          tell(.progress(.reconnecting(attempt: backoff.attempts, after: pause)))
          try await rest(for: pause)
        }
        isDueAtOnce = false
        // What the session has cut is not down yet when bluetoothd still works on it.
        await ending?.value
        guard await isReady() else { break }
        try await connectAgain()
      } catch {
        // Nobody was heard, no link came about, or the transport is being closed.
        noteWhetherTaken(by: error)
      }
    }
    // Nothing is awaited between the last look at `session` and this.
    if !Task.isCancelled { reconnection = nil }
  }

  /// So often a table that is gone on with is found taken until that is told: for longer than a
  /// host takes a link for standing that is lost.
  private static let triesOfTaken = 4

  /// Tells of a table that takes no link for longer than it takes to notice that a link is lost.
  private func noteWhetherTaken(by error: any Error) {
    guard case TransportError.taken(let hosts) = error,
      let host = hosts.first(where: { query.rank(of: $0).map { $0 < 2 } ?? false })
    else {
      timesTaken = 0
      return
    }
    timesTaken += 1
    if timesTaken == Self.triesOfTaken { tell(.progress(.taken(host.location))) }
  }

  /// Waits, but not beyond the end of the bus.
  private func rest(for pause: Duration) async throws {
    let changes = await service.changes()
    let clock = clock
    try await withThrowingTaskGroup { group in
      group.addTask { try await clock.sleep(for: pause) }
      group.addTask { for await _ in changes {} }
      try await group.next()
      group.cancelAll()
    }
  }

  private func connectAgain() async throws {
    tell(.progress(.searching))
    let found = try await service.find(query, on: adapter, refusals: refusals, clock: clock)
    let host = found.called(query.name(at: found.address))
    tell(.progress(.connecting(host.location)))
    do {
      try await connect(to: host)
    } catch {
      // Found and not usable: what bluetoothd has stored of its services may be of the program
      // before.
      if backoff.attempts > 1 { try? await service.remove(host.path, from: adapter) }
      throw error
    }
  }

  /// Waits until bluetoothd runs and the controller is on; whoever has switched it off has a
  /// reason.
  ///
  /// One that is gone is waited for ``Adapter/returnLimit``; then another one will do, if the user
  /// has not named this one.
  ///
  /// - Returns: Whether that can still happen: without a bus it cannot.
  private func isReady() async -> Bool {
    if await takeAdapter(orOther: false) { return true }
    if await !service.isFinished { tell(.progress(.unavailable)) }
    if adapter.isReplaceable { await waitForAdapter() }
    let changes = await service.changes()
    if await isBack() { return true }
    for await _ in changes where await isBack() { return true }
    tell(.ended())
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
    guard await takeAdapter(orOther: true) else { return false }
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
