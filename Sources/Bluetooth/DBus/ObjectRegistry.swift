/// The objects that a connection offers, and the answers to every call that any object must
/// understand.
struct ObjectRegistry {
  /// The interfaces of each object, by name.
  private var objects: [ObjectPath: [String: ExportedInterface]] = [:]
  /// The objects that tell of those below them.
  private var managers: Set<ObjectPath> = []
  /// The names and texts of its refusals.
  var refusals = Refusals.specified

  /// Whose names and texts the refusals have.
  enum Refusals: Hashable {
    /// The names of the D-Bus specification.
    case specified
    /// Those of BlueZ's own library, `gdbus/object.c`.
    case gdbus
  }

  /// The result of a call: its answer, and signals to send after it.
  struct Outcome: Hashable {
    var reply: MethodReply
    var signals: [Message] = []
  }

  // MARK: Objects come and go

  mutating func addManager(at path: ObjectPath) {
    managers.insert(path)
  }

  /// Adds an object and returns the signals that tell of it.
  mutating func add(
    _ interfaces: [ExportedInterface],
    at path: ObjectPath
  ) throws(BusError) -> [Message] {
    guard objects[path] == nil else { throw .alreadyExported(path) }
    objects[path] = Dictionary(interfaces.map { ($0.name, $0) }) { _, last in last }
    return manager(of: path).map { manager in
      [
        .signal(
          from: manager,
          interface: Standard.objectManager,
          member: "InterfacesAdded",
          [.objectPath(path), shown(interfaces)]
        )
      ]
    } ?? []
  }

  /// Removes an object and returns the signals that tell of it.
  mutating func remove(_ path: ObjectPath) -> [Message] {
    managers.remove(path)
    guard let interfaces = objects.removeValue(forKey: path), let manager = manager(of: path) else {
      return []
    }
    return [
      .signal(
        from: manager,
        interface: Standard.objectManager,
        member: "InterfacesRemoved",
        [.objectPath(path), .strings(interfaces.keys.sorted() + standard(interfaces.values))]
      )
    ]
  }

  /// Changes properties, takes others away, and returns the signal that tells of it; `nil` when
  /// nothing of it is there.
  mutating func change(
    _ values: [String: Value],
    gone: [String] = [],
    of interface: String,
    at path: ObjectPath
  ) -> Message? {
    let values = values.filter { objects[path]?[interface]?.properties[$0.key] != nil }
    let gone = gone.filter { objects[path]?[interface]?.properties[$0] != nil }
    guard !values.isEmpty || !gone.isEmpty else { return nil }
    for (name, value) in values {
      objects[path]?[interface]?.properties[name]?.value = value
      objects[path]?[interface]?.properties[name]?.isAbsent = false
    }
    for name in gone { objects[path]?[interface]?.properties[name]?.isAbsent = true }
    return .signal(
      from: path,
      interface: Standard.properties,
      member: "PropertiesChanged",
      [.string(interface), .properties(values), .strings(gone)]
    )
  }

  func property(_ name: String, of interface: String, at path: ObjectPath) -> Value? {
    objects[path]?[interface]?.properties[name].flatMap { $0.isAbsent ? nil : $0.value }
  }

  private func manager(of path: ObjectPath) -> ObjectPath? {
    managers.filter { path.isBelow($0) }.max { $0.rawValue.count < $1.rawValue.count }
  }

  /// The interfaces of D-Bus itself that an object lists beside its own, as BlueZ's library does.
  private func standard(_ interfaces: some Sequence<ExportedInterface>) -> [String] {
    guard refusals == .gdbus else { return [] }
    let hasProperties = interfaces.contains { !$0.properties.isEmpty }
    return [Standard.introspectable] + (hasProperties ? [Standard.properties] : [])
  }

  private func shown(_ interfaces: some Collection<ExportedInterface>) -> Value {
    let own = interfaces.sorted { $0.name < $1.name }.map { interface in
      Value.Entry(.string(interface.name), .properties(interface.values))
    }
    let entries = own + standard(interfaces).map { Value.Entry(.string($0), .properties([:])) }
    return .dictionary(
      key: .string,
      value: .dictionary(key: .string, value: .variant),
      entries
    )
  }

  // MARK: Calls

  /// Answers `call`, or lets the method's handler answer it.
  mutating func respond(to call: Message) -> Outcome {
    guard let path = call.path, let member = call.member else {
      return .failure(BusError.Name.unknownMethod, "the call names no method")
    }
    switch call.interface {
    case Standard.peer where member == "Ping": return Outcome(reply: .values([]))
    case Standard.introspectable where member == "Introspect": return introspect(path, call)
    case Standard.objectManager where member == "GetManagedObjects": return managedObjects(path)
    case Standard.properties: return properties(call, member, path)
    default: return method(call, member, path)
    }
  }

  private func method(_ call: Message, _ member: String, _ path: ObjectPath) -> Outcome {
    guard let object = objects[path] else { return noObject(path, call) }
    let interfaces = call.interface.map { [$0] } ?? object.keys.sorted()
    for interface in interfaces {
      guard let method = object[interface]?.methods.first(where: { $0.name == member }) else {
        continue
      }
      guard
        call.body.count == method.arguments.count,
        zip(call.body, method.arguments).allSatisfy({ $0.has($1.type) })
      else {
        guard refusals == .specified else { return Self.noMethod(call) }
        let expected = method.arguments.map(\.type.code).joined()
        return .failure(
          BusError.Name.invalidArguments,
          "\(member) takes \(expected), not \(call.signature)"
        )
      }
      return Outcome(reply: method.handler(call))
    }
    guard refusals == .specified else { return Self.noMethod(call) }
    return .failure(
      BusError.Name.unknownMethod,
      "\(path) has no method \(call.interface ?? "").\(member)"
    )
  }

  private func managedObjects(_ path: ObjectPath) -> Outcome {
    guard managers.contains(path) else {
      return .failure(BusError.Name.unknownMethod, "\(path) manages no objects")
    }
    let entries = objects.filter { $0.key.isBelow(path) }.sorted { $0.key < $1.key }.map { object in
      Value.Entry(.objectPath(object.key), shown(object.value.values))
    }
    let type = ValueType.dictionary(
      key: .string,
      value: .dictionary(key: .string, value: .variant)
    )
    return Outcome(reply: .values([.dictionary(key: .objectPath, value: type, entries)]))
  }

  private func introspect(_ path: ObjectPath, _ call: Message) -> Outcome {
    let children = objects.keys.filter { $0.isBelow(path) }.compactMap { below in
      let rest =
        path == .root ? below.rawValue : String(below.rawValue.dropFirst(path.rawValue.count))
      return rest.split(separator: "/").first.map(String.init)
    }
    guard objects[path] != nil || managers.contains(path) || !children.isEmpty else {
      return noObject(path, call)
    }
    let document = Introspection.document(
      interfaces: objects[path].map { Array($0.values) } ?? [],
      isManager: managers.contains(path),
      children: Set(children)
    )
    return Outcome(reply: .values([.string(document)]))
  }

  private func noObject(_ path: ObjectPath, _ call: Message) -> Outcome {
    let text = refusals == .gdbus ? call.unknownText : "there is no object at \(path)"
    return .failure(BusError.Name.unknownObject, text)
  }

  private static func noMethod(_ call: Message) -> Outcome {
    .failure(BusError.Name.unknownMethod, call.unknownText)
  }

  // MARK: Properties

  private mutating func properties(
    _ call: Message,
    _ member: String,
    _ path: ObjectPath
  ) -> Outcome {
    guard let object = objects[path] else { return noObject(path, call) }
    let arguments = call.body
    guard let interface = arguments.first?.string else {
      return .failure(BusError.Name.invalidArguments, "the call names no interface")
    }
    guard object[interface] != nil || member == "GetAll" && interface.isEmpty else {
      return noInterface(interface, path)
    }
    switch (member, arguments.count) {
    case ("GetAll", 1):
      let values = object[interface]?.values ?? [:]
      return Outcome(reply: .values([.properties(values)]))
    case ("Get", 2):
      return get(arguments[1], interface, path)
    case ("Set", 3):
      return set(call, interface, path)
    default:
      return .failure(BusError.Name.unknownMethod, "properties have no method \(member)")
    }
  }

  private func get(_ name: Value, _ interface: String, _ path: ObjectPath) -> Outcome {
    let text = name.string ?? ""
    if let value = property(text, of: interface, at: path) {
      return Outcome(reply: .values([.variant(value)]))
    }
    guard refusals == .gdbus else { return noProperty(interface, name) }
    return .failure(BusError.Name.invalidArguments, "No such property '\(text)'")
  }

  private func noInterface(_ interface: String, _ path: ObjectPath) -> Outcome {
    refusals == .gdbus
      ? .failure(BusError.Name.invalidArguments, "No such interface '\(interface)'")
      : .failure(BusError.Name.unknownInterface, "\(path) has no interface \(interface)")
  }

  private mutating func set(_ call: Message, _ interface: String, _ path: ObjectPath) -> Outcome {
    let value = call.body[2].unwrapped
    guard
      let name = call.body[1].string,
      let property = objects[path]?[interface]?.properties[name]
    else { return noProperty(interface, call.body[1]) }
    guard let onSet = property.onSet else {
      let text = refusals == .gdbus ? "Property '\(name)' is not writable" : "\(name) cannot be set"
      return .failure(BusError.Name.propertyReadOnly, text)
    }
    guard value.type == property.value.type else {
      if refusals == .gdbus {
        return .failure(BusError.Name.invalidSignature, "Invalid signature for '\(name)'")
      }
      return .failure(
        BusError.Name.invalidArguments,
        "\(name) is \(property.value.type.code), not \(value.type.code)"
      )
    }
    switch onSet(value, call) {
    case .refuse(let name, let text):
      return .failure(name, text)
    case .accept:
      let signal = change([name: value], of: interface, at: path)
      return Outcome(reply: .values([]), signals: [signal].compactMap(\.self))
    case .later:
      return Outcome(reply: .later)
    }
  }

  private func noProperty(_ interface: String, _ name: Value) -> Outcome {
    let name = name.string ?? ""
    let text =
      refusals == .gdbus ? "No such property '\(name)'" : "\(interface) has no property \(name)"
    return .failure(BusError.Name.unknownProperty, text)
  }
}

extension Message {
  /// The text of `gdbus/object.c` and of libdbus for a call that nobody takes.
  fileprivate var unknownText: String {
    "Method \"\(member ?? "")\" with signature \"\(signature)\" on interface "
      + "\"\(interface ?? "")\" doesn't exist\n"
  }
}

extension ObjectRegistry.Outcome {
  fileprivate static func failure(_ name: String, _ text: String) -> Self {
    Self(reply: .failure(name: name, text: text))
  }
}
