internal import DBus

/// An agent that bluetoothd asks.
struct RegisteredAgent {
  private let service: BluetoothService
  private let object: AgentObject
  private let observer: Int

  /// The object that takes agents.
  private static let manager = (try? ObjectPath("/org/bluez")) ?? .root

  /// Registers an agent as the default one.
  ///
  /// - Throws: ``BlueZError/alreadyExists(_:)`` if the connection has an agent, or what else
  ///   bluetoothd says.
  init(_ agent: PairingAgent, by service: BluetoothService) async throws(BlueZError) {
    let object: AgentObject
    do throws(InvalidText) {
      object = try AgentObject(agent)
    } catch {
      throw .bus(.unsendable("\(error)"))
    }
    do throws(BusError) {
      try await service.connection.export([object.exported(by: service)], at: object.path)
    } catch {
      throw BlueZError(error)
    }
    do throws(BlueZError) {
      try await Self.register(object, by: service)
    } catch {
      await Self.takeBack(object, by: service)
      throw error
    }
    observer = await service.observe { service, change in
      guard case .serviceReturned = change else { return }
      // Without it the devices are asked nothing, and do not pair.
      Task { try? await Self.register(object, by: service) }
    } atEnd: {
    }
    self.service = service
    self.object = object
  }

  /// Takes the agent back, in a cancelled task too.
  func end() async {
    await service.stopObserving(observer)
    object.cancel()
    await Self.takeBack(object, by: service)
  }

  private static func register(
    _ object: AgentObject,
    by service: BluetoothService
  ) async throws(BlueZError) {
    let calls = [
      ("RegisterAgent", object.registration), ("RequestDefaultAgent", [.objectPath(object.path)]),
    ]
    for (member, arguments) in calls {
      try await service.callEvenIfCancelled(manager, BlueZName.agentManager, member, arguments)
    }
  }

  private static func takeBack(_ object: AgentObject, by service: BluetoothService) async {
    // Without bluetoothd, or without a connection, there is nothing to take back.
    let path = [Value.objectPath(object.path)]
    try? await service.end(manager, BlueZName.agentManager, "UnregisterAgent", path)
    try? await service.connection.unexport(object.path)
  }
}
