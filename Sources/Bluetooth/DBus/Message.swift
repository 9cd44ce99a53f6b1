/// One message: a method call, its answer, or a signal.
public struct Message: Hashable, Sendable {
  /// The kind of a message.
  public enum Kind: Hashable, Sendable {
    /// A call of a method.
    case methodCall
    /// The answer to a call.
    case methodReturn
    /// The answer to a call that failed.
    case error
    /// News to whoever listens.
    case signal
  }

  /// The kind.
  public var kind: Kind
  /// The object called, or the one that sends the signal.
  public var path: ObjectPath?
  /// The interface of ``member``.
  public var interface: String?
  /// The method or signal.
  public var member: String?
  /// The name of an error.
  public var errorName: String?
  /// The bus name of the receiver; `nil` for a signal to all.
  public var destination: String?
  /// The unique bus name of the sender, set by the bus.
  public var sender: String?
  /// The number of the message among those of its sender; 0 until it is sent.
  public var serial: UInt32 = 0
  /// The number of the call that this message answers; 0 in others.
  public var replySerial: UInt32 = 0
  /// True if a call wants an answer.
  ///
  /// The bus refuses one that was not asked for.
  public var expectsReply = true
  /// True if the bus may start a service to deliver this call.
  public var mayStartService = true
  /// The arguments.
  public var body: [Value]

  /// The longest body that is sent, in bytes as counted before alignment: 64 MiB, the
  /// specification's limit for one array.
  public static let maximumBodyLength = 1 << 26

  /// A message of this kind, and nothing else set.
  init(kind: Kind, body: [Value]) {
    self.kind = kind
    self.body = body
  }

  /// A call of the method `member` of `interface` on the object at `path` of `destination`.
  public static func methodCall(
    to destination: String,
    path: ObjectPath,
    interface: String,
    member: String,
    _ arguments: [Value] = []
  ) -> Message {
    var message = Message(kind: .methodCall, body: arguments)
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    return message
  }

  /// A signal of the object at `path` to all who listen.
  public static func signal(
    from path: ObjectPath,
    interface: String,
    member: String,
    _ arguments: [Value] = []
  ) -> Message {
    var message = Message(kind: .signal, body: arguments)
    message.path = path
    message.interface = interface
    message.member = member
    return message
  }

  /// The answer to this call.
  public func reply(_ values: [Value] = []) -> Message {
    answer(.methodReturn, values)
  }

  /// The answer to this call that says it failed.
  public func failure(name: String, text: String) -> Message {
    var message = answer(.error, [.string(text)])
    message.errorName = name
    return message
  }

  private func answer(_ kind: Kind, _ body: [Value]) -> Message {
    var message = Message(kind: kind, body: body)
    message.destination = sender
    message.replySerial = serial
    return message
  }

  /// The signature of ``body``.
  public var signature: String {
    body.map(\.type.code).joined()
  }

  /// True if a descriptor is somewhere in the body.
  var hasDescriptors: Bool {
    body.contains(where: \.hasDescriptors)
  }
}

extension Value {
  /// True if a descriptor is this value, or somewhere inside.
  fileprivate var hasDescriptors: Bool {
    switch self {
    case .unixDescriptor: true
    case .array(.unixDescriptor, _): true
    case .array(_, let elements), .structure(let elements):
      elements.contains(where: \.hasDescriptors)
    case .dictionary(_, _, let entries): entries.contains(where: \.value.hasDescriptors)
    case .variant(let inner): inner.hasDescriptors
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .bytes:
      false
    }
  }
}
