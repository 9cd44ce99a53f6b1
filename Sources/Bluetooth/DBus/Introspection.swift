/// Writes the XML that `Introspect` answers with; the format is the D-Bus specification's.
enum Introspection {
  static func document(
    interfaces: [ExportedInterface],
    isManager: Bool,
    children: Set<String>
  ) -> String {
    var lines = [
      #"<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN""#,
      #" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">"#,
      "<node>",
    ]
    let all = interfaces + standard(isManager: isManager, hasProperties: !interfaces.isEmpty)
    for interface in all.sorted(by: { $0.name < $1.name }) {
      lines += element(interface)
    }
    lines += children.sorted().map { " <node name=\"\($0)\"/>" }
    lines.append("</node>")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func element(_ interface: ExportedInterface) -> [String] {
    var lines = [" <interface name=\"\(interface.name)\">"]
    for method in interface.methods {
      lines.append("  <method name=\"\(method.name)\">")
      lines += method.arguments.map { argument($0, direction: "in") }
      lines += method.results.map { argument($0, direction: "out") }
      lines.append("  </method>")
    }
    for signal in interface.signals {
      lines.append("  <signal name=\"\(signal.name)\">")
      lines += signal.arguments.map { argument($0, direction: nil) }
      lines.append("  </signal>")
    }
    for (name, property) in interface.properties.sorted(by: { $0.key < $1.key }) {
      let access = property.onSet == nil ? "read" : "readwrite"
      let type = property.value.type.code
      lines.append("  <property name=\"\(name)\" type=\"\(type)\" access=\"\(access)\"/>")
    }
    lines.append(" </interface>")
    return lines
  }

  private static func argument(_ argument: ExportedArgument, direction: String?) -> String {
    let direction = direction.map { " direction=\"\($0)\"" } ?? ""
    return "   <arg name=\"\(argument.name)\" type=\"\(argument.type.code)\"\(direction)/>"
  }

  // MARK: The interfaces that come with every object

  private static let anyProperties = ValueType.dictionary(key: .string, value: .variant)
  private static let anyInterfaces = ValueType.dictionary(key: .string, value: anyProperties)

  private static func standard(isManager: Bool, hasProperties: Bool) -> [ExportedInterface] {
    var interfaces = [
      ExportedInterface(Standard.peer, methods: [method("Ping")]),
      ExportedInterface(
        Standard.introspectable,
        methods: [method("Introspect", [], [("xml", .string)])]
      ),
    ]
    if hasProperties { interfaces.append(properties) }
    if isManager { interfaces.append(objectManager) }
    return interfaces
  }

  private static let properties = ExportedInterface(
    Standard.properties,
    methods: [
      method("Get", [("interface", .string), ("name", .string)], [("value", .variant)]),
      method("GetAll", [("interface", .string)], [("properties", anyProperties)]),
      method("Set", [("interface", .string), ("name", .string), ("value", .variant)]),
    ],
    signals: [
      signal(
        "PropertiesChanged",
        [("interface", .string), ("changed", anyProperties), ("invalidated", .array(.string))]
      )
    ]
  )

  private static let objectManager = ExportedInterface(
    Standard.objectManager,
    methods: [
      method(
        "GetManagedObjects",
        [],
        [("objects", .dictionary(key: .objectPath, value: anyInterfaces))]
      )
    ],
    signals: [
      signal("InterfacesAdded", [("object", .objectPath), ("interfaces", anyInterfaces)]),
      signal("InterfacesRemoved", [("object", .objectPath), ("interfaces", .array(.string))]),
    ]
  )

  /// A method that is only described here; `ObjectRegistry` answers it.
  private static func method(
    _ name: String,
    _ arguments: [(String, ValueType)] = [],
    _ results: [(String, ValueType)] = []
  ) -> ExportedMethod {
    ExportedMethod(
      name,
      arguments: arguments.map(ExportedArgument.init),
      results: results.map(ExportedArgument.init)
    ) { _ in .later }
  }

  private static func signal(
    _ name: String,
    _ arguments: [(String, ValueType)]
  ) -> ExportedSignal {
    ExportedSignal(name, arguments: arguments.map(ExportedArgument.init))
  }
}
