/// The reason why something on a bus failed.
public enum BusError: Error, Hashable, Sendable {
  /// The other side answered with an error: its name, such as `org.bluez.Error.NotReady`, and the
  /// text that came with it.
  case remote(name: String, text: String)
  /// No answer came in time.
  case timedOut(after: Duration)
  /// The connection is closed, by us or by the bus.
  case disconnected
  /// The task that waited was cancelled.
  case cancelled
  /// The bus cannot be reached at this address: libdbus's error name and text.
  case unreachable(address: String, name: String, text: String)
  /// The message cannot be sent as it is.
  case invalidText(InvalidText)
  /// The message cannot be sent as it is.
  case invalidValue(InvalidValue)
  /// The bus cannot pass file descriptors.
  case descriptorsUnsupported
  /// An answer came whose body has another shape than the interface promises.
  case unexpectedReply(signature: String, expected: String)
  /// An object is exported at this path already.
  case alreadyExported(ObjectPath)
}

/// A value that the wire format cannot carry; libdbus would end the process over it, or the bus the
/// connection.
public enum InvalidValue: Error, Hashable, Sendable {
  /// An element whose type is not that of its array or dictionary.
  case elementType(expected: String, found: String)
  /// A structure without members.
  case emptyStructure
  /// A dictionary key of a type that is not basic.
  case keyType(String)
  /// More than 32 arrays, 32 structures, or 64 containers of any kind inside each other.
  case tooDeep
  /// A body that is longer than the limit (``Message/maximumBodyLength``), in bytes.
  case tooLong(Int)
  /// The descriptor was handed over to somebody else before.
  case descriptorGone
}

extension BusError {
  /// The error names of the D-Bus specification and its reference implementation that callers tell
  /// apart.
  public enum Name {
    /// Nobody owns the name that the message was sent to, and nothing could be started for it.
    public static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The name that was asked for has no owner.
    public static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The receiver went away, or did not answer in the bus's own time.
    public static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The bus's policy forbids the message.
    public static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    /// The receiver has no such object.
    public static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object has no such interface.
    public static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface has no such method.
    public static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The interface has no such property.
    public static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The value that is set has another type.
    package static let invalidSignature = "org.freedesktop.DBus.Error.InvalidSignature"
    /// The arguments do not fit.
    public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
  }

  /// The name of the error that the other side answered with.
  public var remoteName: String? {
    guard case .remote(let name, _) = self else { return nil }
    return name
  }
}
