internal import DBus

/// An event of a ``Peripheral``.
public enum PeripheralEvent: Hashable, Sendable {
  /// A central has written a value.
  case written(WriteRequest)
  /// A central wants to read a value; answer with ``Peripheral/answer(_:with:)`` or
  /// ``Peripheral/refuse(_:with:)``.
  case read(ReadRequest)
  /// A central has written a value to a descriptor.
  case descriptorWritten(DescriptorWrite)
  /// Somebody subscribed to a characteristic; BlueZ does not say who.
  ///
  /// A central that is bonded does not have to, after a reconnect.
  case subscribed(BluetoothUUID)
  /// Nobody is subscribed to a characteristic any more.
  case unsubscribed(BluetoothUUID)
  /// A link came up.
  case connected(Device)
  /// A link went down.
  case disconnected(DeviceID)
  /// Others can find the peripheral from now on, or cannot.
  case advertising(Bool)
  /// bluetoothd went away, or the controller was switched off or taken out; every link is lost.
  case lost
  /// This controller takes the place of the one that was lost, or is that one under another number;
  /// ``returned`` follows.
  case moved(Adapter)
  /// It is back, and everything is registered again.
  case returned
  /// The connection to the bus is gone; nothing more will come.
  case ended
}

/// A central that wants to read a characteristic.
public struct ReadRequest: Hashable, Sendable {
  let call: Message
  /// The characteristic that is read.
  public let characteristic: BluetoothUUID

  /// The offset in the value at which the read begins: a value that is longer than the MTU less 1
  /// is read in several parts.
  public var offset: Int { call.body.first?.properties?["offset"]?.integer ?? 0 }
}
