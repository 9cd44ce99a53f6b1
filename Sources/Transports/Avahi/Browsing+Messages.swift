internal import DBus

extension Browsing {
  static func message(for call: Call) -> Message {
    switch call {
    case .makeBrowser(let type, let isPrepared):
      .toServer(
        isPrepared ? "ServiceBrowserPrepare" : "ServiceBrowserNew",
        of: isPrepared ? AvahiName.server2 : AvahiName.server,
        [
          .int32(AvahiName.all), .int32(AvahiName.all), .string(type), .string(""),
          .uint32(AvahiName.useMulticast),
        ]
      )
    case .makeResolver(_, let item, let isPrepared):
      .toServer(
        isPrepared ? "ServiceResolverPrepare" : "ServiceResolverNew",
        of: isPrepared ? AvahiName.server2 : AvahiName.server,
        [
          .int32(item.interface), .int32(item.networkProtocol), .string(item.name),
          .string(item.type), .string(item.domain), .int32(item.networkProtocol),
          .uint32(AvahiName.useMulticast),
        ]
      )
    case .start(let object): .to(object, "Start")
    case .free(let object): .to(object, "Free")
    }
  }

  static func answer(
    to call: Call,
    _ reply: Result<[Value], AvahiError>
  ) -> Result<ObjectPath?, AvahiError> {
    reply.map { $0.first?.objectPath }
  }

  static func signal(_ message: Message) -> BrowseSignal? { BrowseSignal(message) }
}

extension Message {
  /// A call of the object of avahi-daemon that makes all others.
  static func toServer(
    _ member: String,
    of interface: String = AvahiName.server,
    _ arguments: [Value] = []
  ) -> Message {
    .methodCall(
      to: AvahiName.service,
      path: AvahiName.serverPath,
      interface: interface,
      member: member,
      arguments
    )
  }

  /// A call of another object of avahi-daemon.
  static func to(_ object: RemoteObject, _ member: String, _ arguments: [Value] = []) -> Message {
    .methodCall(
      to: AvahiName.service,
      path: object.path,
      interface: object.interface,
      member: member,
      arguments
    )
  }
}
