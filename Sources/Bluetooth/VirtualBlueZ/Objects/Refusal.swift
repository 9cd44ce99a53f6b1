internal import BlueZ
internal import DBus

/// An error that a caller gets: the names and texts are those of BlueZ's `src/error.c`.
struct Refusal: Error, Hashable {
  let name: String
  let text: String

  private static func bluez(_ name: BlueZErrorName, _ text: String) -> Refusal {
    Refusal(name: name.fullName, text: text)
  }

  static let invalidArguments = bluez(
    .invalidArguments,
    "Invalid arguments in method call"
  )
  static let invalidLength = bluez(.invalidArguments, "Invalid Length")
  static let invalidOffset = bluez(.invalidArguments, "Invalid offset")
  static let notReady = bluez(.notReady, "Resource Not Ready")
  static let busy = bluez(.inProgress, "Operation already in progress")
  static let inProgress = bluez(.inProgress, "In Progress")
  static let alreadyExists = bluez(.alreadyExists, "Already Exists")
  static let doesNotExist = bluez(.doesNotExist, "Does Not Exist")
  static let notSupported = bluez(.notSupported, "Operation is not supported")
  static let notConnected = bluez(.notConnected, "Not Connected")
  static let notAuthorized = bluez(.notAuthorized, "Operation Not Authorized")
  static let authenticationCanceled = bluez(.authenticationCanceled, "Authentication Canceled")
  static let authenticationFailed = bluez(.authenticationFailed, "Authentication Failed")

  /// The answer to `ConnectProfile` of what is no UUID.
  static let noProfile = bluez(.invalidArguments, "br-connection-invalid-argument")

  /// The answer to a central that connects over Bluetooth classic to a device without a profile
  /// there.
  static let noClassicProfile = bluez(.notAvailable, "br-connection-profile-unavailable")

  static let notRegistered = failed("Failed to register advertisement")
  static let notParsed = failed("Failed to parse advertisement.")

  static func failed(_ text: String) -> Refusal { bluez(.failed, text) }
  static func notPermitted(_ text: String) -> Refusal { bluez(.notPermitted, text) }

  /// The answer of `gatt-client.c` if there is no link.
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

  /// The error that a central receives if the server's program answered with an error.
  ///
  /// The program's error becomes a code of the attribute protocol, and that becomes an error of the
  /// central's daemon.
  static func remote(_ error: BusError) -> Refusal {
    guard case .remote(let fullName, let text) = error else { return unlikely }
    let name = BlueZErrorName(fullName: fullName)
    if let known = name.flatMap({ remotes[$0] }) { return known }
    if fullName == "org.bluez.Error.ImproperlyConfigured" {
      return failed("Operation failed with ATT error: 0xfd")
    }
    // `gatt-database.c: dbus_error_to_att_ecode` reads the code of a profile from the text.
    guard name == .failed else { return unlikely }
    let isHexadecimal = text.hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : text[...]
    guard let code = Int(digits, radix: isHexadecimal ? 16 : 10) else {
      return failed("Operation failed with ATT error: 0x80")
    }
    guard (0x80...0x9f).contains(code) else { return unlikely }
    return failed("Operation failed with ATT error: 0x\(String(code, radix: 16))")
  }

  /// Stands for the answer to an access that the server does not permit.
  static let accessNotPermitted = notPermitted("")

  private static let unlikely = failed("Operation failed with ATT error: 0x0e")

  private static let remotes: [BlueZErrorName: Refusal] = [
    .notAuthorized: notAuthorized,
    .notPermitted: accessNotPermitted,
    .notSupported: notSupported,
    .invalidValueLength: invalidLength,
    .invalidOffset: invalidOffset,
    .inProgress: failed("Operation failed with ATT error: 0xfe"),
  ]
}
