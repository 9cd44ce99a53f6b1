internal import BlueZ
internal import DBus
internal import MatchProtocol

extension CentralTransport {
  /// Sends `packet` to the host, after all that was sent before.
  ///
  /// - Throws: ``TransportError/notConnected``, ``TransportError/packetTooLong(_:maximum:)``, which
  ///   BlueZ would lose without a word, ``TransportError/bluetooth(_:)``, or `CancellationError`.
  public func send(_ packet: [UInt8]) async throws {
    guard let session else { throw TransportError.notConnected }
    guard packet.count <= session.maximumPacketSize else {
      throw TransportError.packetTooLong(packet.count, maximum: session.maximumPacketSize)
    }
    outbox.append(packet)
    guard outbox.begin() else { return }
    // What waits when the link was lost meanwhile is another link's.
    defer { if isUp(session) { outbox.end() } }
    while let packet = outbox.first {
      try await write(packet, session)
      guard isUp(session) else { throw TransportError.notConnected }
      outbox.removeFirst()
    }
  }

  private func write(_ packet: [UInt8], _ session: CentralLink) async throws {
    guard let socket = session.socket else {
      try await whileUp(session) {
        try await $0.service.write(packet, to: session.write, .command)
      }
      return
    }
    while true {
      switch socket.write(packet) {
      case .written:
        return
      case .full:
        try await whileUp(session) {
          await $0.service.connection.waitUntilWritable(socket.descriptor)
        }
      case .closed:
        // The socket ends before all is read that bluetoothd told before, such as a goodbye; the
        // answer to a call comes behind that.
        try? await whileUp(session) { try await $0.service.reloadDevice(at: session.device) }
        lose(session, .disconnected)
        throw TransportError.notConnected
      }
    }
  }

  /// Waits for `work` of bluetoothd's, which may never be done: the end of the link, the end of the
  /// transport and the cancellation of the caller's task end the wait.
  private func whileUp(
    _ session: CentralLink,
    _ work: @escaping @Sendable (isolated CentralTransport) async throws -> Void
  ) async throws {
    // It ends with the work, or with the link.
    let task = Task { try await work(self) }
    handover = task
    defer { if handover == task { handover = nil } }
    do {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch {
      guard isUp(session), !isClosed else { throw TransportError.notConnected }
      throw error
    }
    guard isUp(session), !isClosed else { throw TransportError.notConnected }
    try Task.checkCancellation()
  }
}
