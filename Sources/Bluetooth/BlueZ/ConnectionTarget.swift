package import DBus

/// A device to connect to, and what counts as connected.
public struct ConnectionTarget: Hashable, Sendable {
  /// The device.
  package let path: ObjectPath

  /// The controller to use.
  public let adapter: Adapter

  /// Services that have to be there, with all these characteristics.
  public let services: [GATTService]

  /// The device at `path`, reached by `adapter`, once it shows `services`.
  package init(_ path: ObjectPath, on adapter: Adapter, expecting services: [GATTService]) {
    self.path = path
    self.adapter = adapter
    self.services = services
  }

  /// `device`, reached by `adapter`, once it shows `services`.
  public init(_ device: Device, on adapter: Adapter, expecting services: [GATTService]) {
    self.init(device.path, on: adapter, expecting: services)
  }
}
