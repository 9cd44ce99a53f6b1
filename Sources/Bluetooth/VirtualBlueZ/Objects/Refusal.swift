internal import DBus

/// An error that a caller gets: the names and texts are those of BlueZ's `src/error.c`.
struct Refusal: Error, Hashable {
  let name: String
  let text: String

  private static func bluez(_ name: String, _ text: String) -> Refusal {
    Refusal(name: "org.bluez.Error.\(name)", text: text)
  }

  static let invalidArguments = bluez(
    "InvalidArguments",
    "Invalid arguments in method call"
  )
  static let invalidLength = bluez("InvalidArguments", "Invalid Length")
  static let notReady = bluez("NotReady", "Resource Not Ready")
  static let busy = bluez("InProgress", "Operation already in progress")
  static let inProgress = bluez("InProgress", "In Progress")
  static let alreadyExists = bluez("AlreadyExists", "Already Exists")
  static let doesNotExist = bluez("DoesNotExist", "Does Not Exist")
  static let notSupported = bluez("NotSupported", "Operation is not supported")
  static let notConnected = bluez("NotConnected", "Not Connected")
  static let notAuthorized = bluez("NotAuthorized", "Operation Not Authorized")
  static let authenticationFailed = bluez("AuthenticationFailed", "Authentication Failed")

  /// What a central gets that connects over Bluetooth classic to a device without a profile there.
  static let noClassicProfile = bluez("NotAvailable", "br-connection-profile-unavailable")

  static func failed(_ text: String) -> Refusal { bluez("Failed", text) }
  static func notPermitted(_ text: String) -> Refusal { bluez("NotPermitted", text) }

  /// What `gatt-client.c` answers when there is no link.
  static let noLink = failed("Not connected")
  /// Every failure of an LE connection, whatever its reason (`att_connect_cb`).
  static let abortByLocal = failed("le-connection-abort-by-local")

  static let unknownObject = Refusal(
    name: BusError.Name.unknownObject,
    text: "the object is gone"
  )
  static let unknownMethod = Refusal(
    name: BusError.Name.unknownMethod,
    text: "the object has no such method"
  )

  /// What a central hears of an error that the server's program answered with.
  ///
  /// The program's error becomes a code of the attribute protocol, and that becomes an error of the
  /// central's daemon.
  static func remote(_ name: String) -> Refusal {
    switch name {
    case "org.bluez.Error.NotAuthorized": notAuthorized
    case "org.bluez.Error.NotPermitted": notPermitted("Operation not permitted")
    case "org.bluez.Error.NotSupported": notSupported
    case "org.bluez.Error.InvalidValueLength": invalidLength
    default: failed("Operation failed with ATT error: 0x0e")
    }
  }
}
