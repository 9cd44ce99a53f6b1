internal import BlueZ
internal import DBus

/// An interface of an object as it is to be exported, without what happens when it is called.
struct ObjectInterface: Hashable {
  let name: String
  var methods: [MethodShape] = []
  var properties: [BlueZProperty: Value] = [:]
  /// The properties that clients may set.
  var writable: Set<BlueZProperty> = []
  /// The properties that are not there now, but may come.
  var absent: Set<BlueZProperty> = []
}

/// The name and types of a method.
struct MethodShape: Hashable {
  let name: String
  var arguments: [ExportedArgument] = []
  var results: [ExportedArgument] = []

  init(_ name: String, _ arguments: ExportedArgument..., results: [ExportedArgument] = []) {
    self.name = name
    self.arguments = arguments
    self.results = results
  }
}

extension ExportedArgument {
  static let options = ExportedArgument("options", .dictionary(key: .string, value: .variant))
  static let value = ExportedArgument("value", .array(.byte))
  static let mtu = ExportedArgument("mtu", .uint16)

  static func path(_ name: String) -> ExportedArgument { ExportedArgument(name, .objectPath) }
  static func text(_ name: String) -> ExportedArgument { ExportedArgument(name, .string) }
}
