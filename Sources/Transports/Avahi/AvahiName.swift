internal import DBus

/// Every D-Bus name and number of Avahi's API that is used here, in one place.
///
/// The source is Avahi's own description: `avahi-daemon/org.freedesktop.Avahi.*.xml`,
/// `avahi-common/defs.h` and `avahi-common/dbus.h` of version 0.8.
enum AvahiName {
  /// The name of avahi-daemon on the bus.
  static let service = "org.freedesktop.Avahi"
  /// The object that makes all others.
  static let serverPath = ObjectPath.root
  /// The interface of that object.
  static let server = "org.freedesktop.Avahi.Server"
  /// The second interface of that object, since version 0.8.
  ///
  /// What it makes says nothing until it is started.
  static let server2 = "org.freedesktop.Avahi.Server2"
  /// The interface of what is published together.
  static let entryGroup = "org.freedesktop.Avahi.EntryGroup"
  /// The interface of a search for services of one type.
  static let serviceBrowser = "org.freedesktop.Avahi.ServiceBrowser"
  /// The interface of a search for the address and the text of one service.
  static let serviceResolver = "org.freedesktop.Avahi.ServiceResolver"

  /// The error that says that another service has the name.
  static let collision = "org.freedesktop.Avahi.CollisionError"
  /// The error of an avahi-daemon whose settings forbid publishing.
  static let notPermitted = "org.freedesktop.Avahi.NotPermittedError"

  /// `AVAHI_IF_UNSPEC` and `AVAHI_PROTO_UNSPEC`: all of them.
  static let all: Int32 = -1
  /// `AVAHI_LOOKUP_USE_MULTICAST`: only on the local network.
  static let useMulticast: UInt32 = 2
  /// `AVAHI_LOOKUP_RESULT_LOCAL`: announced by this computer.
  static let isLocal = 8
  /// `AVAHI_LOOKUP_RESULT_OUR_OWN`: published over this connection to the bus.
  static let isOurOwn = 16
}

/// The states of avahi-daemon, by the numbers of `AvahiServerState`.
enum ServerState: Int, Sendable {
  case invalid = 0
  /// It makes sure that its host name is free.
  case registering
  case running
  /// Another computer has its host name.
  case collision
  case failure
}

/// The states of what is published together, by the numbers of `AvahiEntryGroupState`.
enum GroupState: Int, Sendable {
  case uncommitted = 0
  /// avahi-daemon makes sure that the name is free.
  case registering
  case established
  /// Another service has the name.
  case collision
  case failure
}
