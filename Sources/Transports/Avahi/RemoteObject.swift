internal import DBus

/// An object of avahi-daemon's.
struct RemoteObject: Hashable, Sendable {
  let path: ObjectPath
  let interface: String

  static func browser(_ path: ObjectPath) -> Self {
    Self(path: path, interface: AvahiName.serviceBrowser)
  }

  static func resolver(_ path: ObjectPath) -> Self {
    Self(path: path, interface: AvahiName.serviceResolver)
  }

  static func group(_ path: ObjectPath) -> Self {
    Self(path: path, interface: AvahiName.entryGroup)
  }
}
