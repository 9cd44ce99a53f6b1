internal import DBus

extension Radio {
  /// Answers the questions of devices that pair with this computer for as long as `body` runs.
  ///
  /// The agent answers for both sides: for ``DeviceConnection/pair(within:)``, and for devices that
  /// begin to pair themselves, also if the desktop has an agent of its own. One connection to
  /// bluetoothd has one agent. It outlives a restart of bluetoothd.
  ///
  /// - Parameters:
  ///   - agent: The answers.
  ///   - body: Pairs, or waits for somebody who does.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or ``BlueZError/alreadyExists(_:)`` if there is an agent.
  public func withPairing<Result>(
    _ agent: PairingAgent,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let registered = try await RegisteredAgent(agent, by: service)
    return try await run(body) { await registered.end() }
  }

  /// Says whether a device may use services of this computer without a question.
  ///
  /// bluetoothd also keeps such a device when it is not heard for a while.
  public func setTrusted(_ isTrusted: Bool, _ id: DeviceID) async throws(BlueZError) {
    try await service.set(
      .trusted,
      of: BlueZName.device,
      at: id.path,
      to: .boolean(isTrusted)
    )
  }
}

extension DeviceConnection {
  /// Pairs with the device, and remembers that; nothing happens if the two have paired before.
  ///
  /// What is asked for that goes to the agent of ``Radio/withPairing(_:_:)``. Without one, the two
  /// pair without a number, if the other side agrees. ``Radio/remove(_:)`` forgets the pairing.
  ///
  /// - Parameter limit: How long it may take, for the people at both ends too.
  /// - Throws: ``BlueZError/authenticationFailed(_:)`` if one side refuses, or what else bluetoothd
  ///   says. With 5.82 a refusal may end the link first, as ``BlueZError/connectionLost``.
  public func pair(within limit: Duration = .seconds(60)) async throws(BlueZError) {
    guard isUp else { throw .connectionLost }
    try await whileUp(within: nil) { [self] () throws(BlueZError) in
      do throws(BlueZError) {
        try await service.call(path, BlueZName.device, "Pair", timeLimit: limit)
        // Whoever asks for the device now sees that it is paired.
        try await service.reloadDevice(at: path)
      } catch .alreadyExists {
        // That is what was asked for.
      } catch {
        if error == .cancelled || error == .timedOut(limit) {
          // bluetoothd goes on otherwise.
          try? await service.end(path, BlueZName.device, "CancelPairing")
        } else if case .authenticationCanceled = error {
          // This answer of a lost link may come before the news of the loss.
          try? await service.reloadDevice(at: path)
          guard await device?.isConnected == true else { throw .connectionLost }
        }
        throw error
      }
    }
  }
}
