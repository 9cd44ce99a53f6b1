internal import Synchronization

/// What becomes of the link to a device.
public enum ConnectionState: Hashable, Sendable {
  /// There is no link.
  case disconnected
  /// A link is up, and bluetoothd still asks for the services.
  case connected
  /// A link is up, and the services are known.
  case ready
}

extension Radio {
  /// All controllers as they are now, and again after each change of one of them.
  ///
  /// Only the latest answer waits for a reader. The stream ends with ``BlueZError/bus(_:)`` when
  /// the connection to the bus is lost; without bluetoothd there are no controllers.
  public func adapterUpdates() async -> BluetoothStream<[Adapter]> {
    await updates { $0.adapters }
  }

  /// The state of the link to `device` now, and again after each change of it.
  ///
  /// Only the latest state waits for a reader. The stream ends with ``BlueZError/bus(_:)`` when the
  /// connection to the bus is lost.
  public func connectionStates(of device: Device) async -> BluetoothStream<ConnectionState> {
    let path = device.path
    return await updates { objects in
      guard let device = Device(path, in: objects), device.isConnected else { return .disconnected }
      return device.servicesResolved ? .ready : .connected
    }
  }

  /// A property of the objects, each time that it has changed.
  private func updates<Element: Hashable & Sendable>(
    _ read: @escaping @Sendable (ObjectTree) -> Element
  ) async -> BluetoothStream<Element> {
    let channel = Channel<Element>(limit: 1, .dropOldest)
    let last = Mutex<Element?>(nil)
    let note: @Sendable (isolated BluetoothService) -> Void = { service in
      let value = read(service.objects)
      let isNew = last.withLock { last in
        defer { last = value }
        return last != value
      }
      if isNew { channel.yield(value) }
    }
    await note(service)
    let observer = await service.observe { service, _ in
      note(service)
    } atEnd: {
      channel.finish(.bus(.disconnected))
    }
    // What has changed in between counts too.
    await note(service)
    let ending = Ending { [service] in
      // The stream may end anywhere; the list is the service's.
      Task { await service.stopObserving(observer) }
    }
    return BluetoothStream(channel, from: ending)
  }
}
