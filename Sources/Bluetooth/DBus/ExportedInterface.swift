/// One interface of an object that this process offers on the bus.
public struct ExportedInterface: Sendable {
  /// The interface's name, such as `org.bluez.GattCharacteristic1`.
  public let name: String
  /// The methods of the interface.
  public var methods: [ExportedMethod]
  /// The properties of the interface, by name; reading and announcing is the connection's work.
  public var properties: [String: ExportedProperty]
  /// The signals that the object may send, for introspection.
  public var signals: [ExportedSignal]

  /// An interface of these methods, properties and signals.
  public init(
    _ name: String,
    methods: [ExportedMethod] = [],
    properties: [String: ExportedProperty] = [:],
    signals: [ExportedSignal] = []
  ) {
    self.name = name
    self.methods = methods
    self.properties = properties
    self.signals = signals
  }

  /// The properties that are there now.
  var values: [String: Value] { properties.filter { !$0.value.isAbsent }.mapValues(\.value) }
}

/// A method that others can call.
public struct ExportedMethod: Sendable {
  /// The method's name.
  public let name: String
  /// The arguments' names and types, in order.
  public let arguments: [ExportedArgument]
  /// The results' names and types, in order.
  public let results: [ExportedArgument]
  /// Answers a call, at once and without waiting: it runs on the connection's thread.
  ///
  /// A call whose arguments do not have the declared types never gets here.
  public let handler: @Sendable (Message) -> MethodReply

  /// A method with its handler.
  public init(
    _ name: String,
    arguments: [ExportedArgument] = [],
    results: [ExportedArgument] = [],
    handler: @escaping @Sendable (Message) -> MethodReply
  ) {
    self.name = name
    self.arguments = arguments
    self.results = results
    self.handler = handler
  }
}

/// A signal that an object may send.
public struct ExportedSignal: Hashable, Sendable {
  /// The signal's name.
  public let name: String
  /// The arguments' names and types, in order.
  public let arguments: [ExportedArgument]

  /// A signal with these arguments.
  public init(_ name: String, arguments: [ExportedArgument] = []) {
    self.name = name
    self.arguments = arguments
  }
}

/// The name and type of one argument.
public struct ExportedArgument: Hashable, Sendable {
  /// The name, for introspection.
  public let name: String
  /// The type.
  public let type: ValueType

  /// An argument of this name and type.
  public init(_ name: String, _ type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// A property with its value.
public struct ExportedProperty: Sendable {
  /// The value that readers get.
  public var value: Value
  /// True if readers are told that there is no such property, until it gets a value.
  public var isAbsent = false
  /// Decides what becomes of a value that somebody sets; without it the property is read-only.
  ///
  /// It runs on the connection's thread and gets the whole call, whose sender it may ask for.
  public var onSet: (@Sendable (Value, Message) -> PropertyDecision)?

  /// A property with this value.
  public init(_ value: Value, onSet: (@Sendable (Value, Message) -> PropertyDecision)? = nil) {
    self.value = value
    self.onSet = onSet
  }
}

/// The decision about a value that somebody sets.
public enum PropertyDecision: Hashable, Sendable {
  /// It is the value from now on, and all hear of it.
  case accept
  /// Nothing changes, and the caller waits for ``Connection/reply(to:_:)``.
  case later
  /// It is not, and the caller gets this error.
  case refuse(name: String, text: String)
}

/// The answer to a call of a method.
public enum MethodReply: Hashable, Sendable {
  /// The results.
  case values([Value])
  /// An error by its name, such as `org.bluez.Error.Failed`, and a text for people.
  case failure(name: String, text: String)
  /// The answer follows by ``Connection/reply(to:_:)``.
  case later
}
