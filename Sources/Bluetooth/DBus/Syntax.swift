internal import CDBus

/// Text that a D-Bus message may not carry, and that libdbus does not accept.
public enum InvalidText: Error, Hashable, Sendable {
  /// Text with a NUL character, which D-Bus strings cannot hold.
  case string(String)
  /// Not an object path.
  case objectPath(String)
  /// Not a bus name, neither well-known nor unique.
  case busName(String)
  /// Not an interface name.
  case interfaceName(String)
  /// Not a method's or signal's name.
  case memberName(String)
  /// Not an error name.
  case errorName(String)
  /// Not a type signature.
  case signature(String)
}

/// The syntax checks of libdbus, which its callers have to make.
enum Syntax {
  /// A text of Swift is valid UTF-8 always, and for C it ends at a zero byte.
  static func isString(_ text: String) -> Bool {
    !text.utf8.contains(0)
  }

  static func isObjectPath(_ text: String) -> Bool {
    unsafe isString(text) && dbus_validate_path(text, nil) != 0
  }

  static func isBusName(_ text: String) -> Bool {
    unsafe isString(text) && dbus_validate_bus_name(text, nil) != 0
  }

  static func isInterfaceName(_ text: String) -> Bool {
    unsafe isString(text) && dbus_validate_interface(text, nil) != 0
  }

  static func isMemberName(_ text: String) -> Bool {
    unsafe isString(text) && dbus_validate_member(text, nil) != 0
  }

  static func isErrorName(_ text: String) -> Bool {
    unsafe isString(text) && dbus_validate_error_name(text, nil) != 0
  }

  static func isSignature(_ text: String) -> Bool {
    unsafe isString(text) && dbus_signature_validate(text, nil) != 0
  }
}
