package import DBus

/// A characteristic of a connected device.
public struct RemoteCharacteristic: Hashable, Identifiable, Sendable {
  /// The characteristic among all of its device; another one after the device changed its
  /// services.
  public var id: CharacteristicID { CharacteristicID(path) }
  /// The object in bluetoothd.
  package let path: ObjectPath
  /// The type of the characteristic.
  public let uuid: BluetoothUUID
  /// The operations that it has.
  public let flags: Set<CharacteristicFlag>
  /// The ATT MTU of the link in bytes; 23 until it is known.
  public let mtu: Int

  /// The smallest ATT MTU there is, in bytes (Core specification, volume 3, part F, 5.2.1).
  public static let minimumMTU = 23

  init?(_ path: ObjectPath, in objects: ObjectTree) {
    guard
      let properties = objects[path, BlueZName.gattCharacteristic],
      let uuid = properties[.uuid]?.string.flatMap(BluetoothUUID.init)
    else { return nil }
    self.path = path
    self.uuid = uuid
    flags = Set((properties[.flags]?.strings ?? []).compactMap(CharacteristicFlag.init))
    mtu = max(properties[.mtu]?.integer ?? 0, Self.minimumMTU)
  }

  /// The characteristics of the service `uuid` of the device at `path`.
  static func all(
    of uuid: BluetoothUUID,
    at path: ObjectPath,
    in objects: ObjectTree
  ) -> [RemoteCharacteristic] {
    let services = objects.paths(with: BlueZName.gattService).filter { service in
      service.isBelow(path)
        && objects[service, BlueZName.gattService]?[.uuid]?.string.flatMap(BluetoothUUID.init)
          == uuid
    }
    return objects.paths(with: BlueZName.gattCharacteristic).filter { characteristic in
      services.contains { characteristic.isBelow($0) }
    }.compactMap { RemoteCharacteristic($0, in: objects) }
  }
}

/// The kind of a write.
public enum WriteKind: String, Hashable, Sendable {
  /// Without an answer from the other side, as many as fit into a connection event.
  case command
  /// With an answer, which takes two connection events.
  case request
  /// In parts that the device repeats, each of which bluetoothd compares before all of them count.
  case reliable
}

/// A subscription to the values of a characteristic, which runs until
/// ``BluetoothService/unsubscribe(_:)``.
public struct ValueSubscription: Hashable, Sendable {
  /// Whose values.
  public let characteristic: RemoteCharacteristic
  let listening: Subscription
}

/// A socket that carries values one way, a packet each, without a D-Bus message for each.
public struct CharacteristicSocket: Hashable, Sendable {
  /// The socket (SEQPACKET, non-blocking); its end means that the link is lost.
  package let descriptor: UnixDescriptor
  /// The ATT MTU of the link in bytes.
  ///
  /// A packet longer than this less 3, or than 512, is lost without an error.
  public let mtu: Int

  /// Calls `body` with the descriptor, which is closed with the last copy of this value.
  public func withFileDescriptor<Result: Sendable>(_ body: (CInt) -> Result) -> Result? {
    descriptor.withDescriptor(body)
  }
}

extension BluetoothService {
  /// The characteristics of a service of the device at `path`; empty until they are resolved.
  package func characteristics(
    of service: BluetoothUUID,
    at path: ObjectPath
  ) -> [RemoteCharacteristic] {
    RemoteCharacteristic.all(of: service, at: path, in: objects)
  }

  /// True if a program on this machine uses a service of the device at `path`: it listens to
  /// values, or holds a socket.
  ///
  /// bluetoothd ends both when the program goes; the link it leaves up.
  package func isInUse(_ service: BluetoothUUID, at path: ObjectPath) async -> Bool {
    for characteristic in characteristics(of: service, at: path) {
      // What bluetoothd does not tell it has forgotten.
      try? await reload(BlueZName.gattCharacteristic, at: characteristic.path)
      let properties = objects[characteristic.path, BlueZName.gattCharacteristic] ?? [:]
      let uses = [BlueZProperty.notifying, .notifyAcquired, .writeAcquired]
      if uses.contains(where: { properties[$0]?.boolean == true }) { return true }
    }
    return false
  }

  /// Asks the device to notify, and hears each value from now on, by `PropertiesChanged`, until
  /// ``unsubscribe(_:)``.
  ///
  /// This path loses nothing; the socket of ``acquireNotify(_:)`` does when its reader is slow.
  /// bluetoothd asks the device again after a reconnect. It signals each value once for each
  /// program that is subscribed, and what is read; what this connection reads is left out.
  ///
  /// - Parameters:
  ///   - characteristic: Whose values.
  ///   - receive: Is called on the connection's own thread with each value, in order, and must not
  ///     wait.
  /// - Returns: The subscription; several of one characteristic hear the same values.
  /// - Throws: What bluetoothd, or the bus, says. Nothing is subscribed then.
  public func subscribe(
    to characteristic: RemoteCharacteristic,
    _ receive: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(BlueZError) -> ValueSubscription {
    let subscription = ValueSubscription(
      characteristic: characteristic,
      listening: try await listen(to: characteristic, receive)
    )
    let path = characteristic.path
    let wasNotifying = (values[path]?.count ?? 0) > 1
    do throws(BlueZError) {
      try await call(path, BlueZName.gattCharacteristic, "StartNotify")
    } catch .inProgress where wasNotifying {
      // bluetoothd subscribes again by itself after a reconnect, and is at it.
    } catch {
      try? await unsubscribe(subscription)
      throw error
    }
    return subscription
  }

  private func listen(
    to characteristic: RemoteCharacteristic,
    _ receive: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(BlueZError) -> Subscription {
    let incoming = SubscribedValues(receive)
    do throws(BusError) {
      let listening = try await connection.listen(to: characteristic.path, incoming)
      values[characteristic.path, default: [:]][listening] = incoming
      return listening
    } catch {
      throw BlueZError(error)
    }
  }

  /// Ends a subscription, in a cancelled task too; with the last one of its characteristic the
  /// device is asked to notify no more.
  ///
  /// - Throws: What bluetoothd says. Nothing is heard any longer all the same.
  public func unsubscribe(_ subscription: ValueSubscription) async throws(BlueZError) {
    guard await connection.end(subscription.listening) else { return }
    let path = subscription.characteristic.path
    values[path]?[subscription.listening] = nil
    guard values[path]?.isEmpty != false else { return }
    values[path] = nil
    do throws(BlueZError) {
      try await end(path, BlueZName.gattCharacteristic, "StopNotify")
    } catch .failed, .notConnected, .objectGone {
      // That is what was asked for.
    }
  }

  /// A socket to write commands through.
  ///
  /// Nobody on this machine can write the characteristic otherwise meanwhile.
  public func acquireWrite(
    _ characteristic: RemoteCharacteristic
  ) async throws(BlueZError) -> CharacteristicSocket {
    try await acquire("AcquireWrite", characteristic)
  }

  /// A socket to read notifications from.
  ///
  /// bluetoothd drops what a slow reader has no room for (about 170 to 280 packets), and what comes
  /// before the device has confirmed.
  public func acquireNotify(
    _ characteristic: RemoteCharacteristic
  ) async throws(BlueZError) -> CharacteristicSocket {
    try await acquire("AcquireNotify", characteristic)
  }

  private func acquire(
    _ member: String,
    _ characteristic: RemoteCharacteristic
  ) async throws(BlueZError) -> CharacteristicSocket {
    let reply = try await call(
      characteristic.path,
      BlueZName.gattCharacteristic,
      member,
      [.properties([:])]
    )
    guard
      reply.count == 2, let descriptor = reply[0].unixDescriptor, let mtu = reply[1].integer
    else { throw .unexpectedReply(member) }
    return CharacteristicSocket(
      descriptor: descriptor,
      mtu: max(mtu, RemoteCharacteristic.minimumMTU)
    )
  }

  /// Writes a value.
  ///
  /// bluetoothd takes one at a time for each characteristic.
  ///
  /// - Throws: ``BlueZError/inProgress(_:)`` when one is under way, ``BlueZError/notPermitted(_:)``
  ///   when a socket is acquired, ``BlueZError/failed(_:)`` for a command that is longer than the
  ///   MTU less 3.
  public func write(
    _ value: [UInt8],
    to characteristic: RemoteCharacteristic,
    _ kind: WriteKind
  ) async throws(BlueZError) {
    try await call(
      characteristic.path,
      BlueZName.gattCharacteristic,
      "WriteValue",
      [.bytes(value), .properties(["type": .string(kind.rawValue)])]
    )
  }

  /// Reads the value, from `offset` on.
  public func read(
    _ characteristic: RemoteCharacteristic,
    from offset: UInt16 = 0
  ) async throws(BlueZError) -> [UInt8] {
    let options: [String: Value] = offset == 0 ? [:] : ["offset": .uint16(offset)]
    let subscribed = Array(values[characteristic.path, default: [:]].values)
    subscribed.beginRead()
    let reply: [Value]
    do throws(BlueZError) {
      reply = try await call(
        characteristic.path,
        BlueZName.gattCharacteristic,
        "ReadValue",
        [.properties(options)]
      ) { subscribed.endRead($0.first?.bytes, from: Int(offset)) }
    } catch {
      subscribed.endRead(nil)
      throw error
    }
    guard let value = reply.first?.bytes else { throw .unexpectedReply("ReadValue") }
    return value
  }
}
