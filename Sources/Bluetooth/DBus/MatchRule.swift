/// Which signals to listen to.
///
/// Every field that is set must fit.
public struct MatchRule: Hashable, Sendable {
  /// The bus name of the sender, unique or well-known; of a well-known name, only its owner's
  /// signals fit.
  public var sender: String?
  /// The object that sends.
  public var path: ObjectPath?
  /// The object that sends is this one or lies below it.
  public var pathNamespace: ObjectPath?
  /// The interface of the signal.
  public var interface: String?
  /// The name of the signal.
  public var member: String?
  /// The first argument is this string.
  public var firstArgument: String?

  /// A rule of these fields.
  public init(
    sender: String? = nil,
    path: ObjectPath? = nil,
    pathNamespace: ObjectPath? = nil,
    interface: String? = nil,
    member: String? = nil,
    firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.pathNamespace = pathNamespace
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// The signal that says that `name` has another owner, or none.
  ///
  /// Its arguments are the name, the old owner and the new one; an owner is empty when there is
  /// none.
  public static func ownerChanges(of name: String) -> MatchRule {
    MatchRule(
      sender: Standard.busName,
      path: Standard.busPath,
      interface: Standard.busInterface,
      member: "NameOwnerChanged",
      firstArgument: name
    )
  }

  /// The rule in the form that the bus takes.
  var text: String {
    let fields: [(String, String?)] = [
      ("type", "signal"), ("sender", sender), ("path", path?.rawValue),
      ("path_namespace", pathNamespace?.rawValue), ("interface", interface), ("member", member),
      ("arg0", firstArgument),
    ]
    return fields.compactMap { key, value in value.map { "\(key)='\(Self.escaped($0))'" } }
      .joined(separator: ",")
  }

  /// Inside quotes an apostrophe ends them, is escaped, and opens them again.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }

  /// True if `message` is what the rule asks for, when `owners` are the owners of well-known names.
  func matches(_ message: Message, owners: [String: String]) -> Bool {
    func fits<Field: Equatable>(_ wanted: Field?, _ found: Field?) -> Bool {
      wanted == nil || wanted == found
    }
    return message.kind == .signal
      && fits(interface, message.interface)
      && fits(member, message.member)
      && fits(path, message.path)
      && fits(firstArgument, message.body.first?.string)
      && (pathNamespace.map { message.path?.isAtOrBelow($0) == true } ?? true)
      && (sender.map { message.sender == $0 || message.sender == owners[$0] } ?? true)
  }

  /// The well-known name whose owner must be known for ``matches(_:owners:)``.
  var ownedName: String? {
    guard let sender, !sender.hasPrefix(":"), sender != Standard.busName else { return nil }
    return sender
  }
}

/// Names of the D-Bus specification.
enum Standard {
  static let busName = "org.freedesktop.DBus"
  static let busPath = ObjectPath(unchecked: "/org/freedesktop/DBus")
  static let busInterface = "org.freedesktop.DBus"
  static let properties = "org.freedesktop.DBus.Properties"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let peer = "org.freedesktop.DBus.Peer"
  static let localInterface = "org.freedesktop.DBus.Local"
}
