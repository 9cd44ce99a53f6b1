internal import DBus

/// A service as a browser names it, on one interface and by one protocol.
struct BrowsedItem: Hashable, Sendable {
  let interface: Int32
  /// 0 for IPv4, 1 for IPv6: by which it is asked, and of which its address is.
  let networkProtocol: Int32
  let name: String
  let type: String
  let domain: String

  /// The identity by which it is reported.
  var id: FoundService.ID { FoundService.ID(name: name, interface: interface) }
}

/// What a resolver has found out about a service.
struct Resolution: Hashable, Sendable {
  let hostName: String
  let address: String
  let port: UInt16
  let text: ServiceText
}

/// A signal about the services of a network, with the object that sent it.
struct BrowseSignal: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    /// A browser has found a service, with flags of Avahi.
    case itemNew(BrowsedItem, flags: Int)
    case itemRemove(BrowsedItem)
    /// A resolver has an answer, the first or another one.
    case found(Resolution)
    /// A browser, or a resolver, gives up: Avahi's name of the error.
    case failure(String)
  }

  let path: ObjectPath
  let content: Content

  init(_ path: ObjectPath, _ content: Content) {
    (self.path, self.content) = (path, content)
  }

  /// Reads a signal; nil for one that says nothing here, or has another shape than it should.
  init?(_ message: Message) {
    guard let path = message.path, let content = Self.content(of: message) else { return nil }
    self.init(path, content)
  }

  private static func content(of message: Message) -> Content? {
    switch (message.interface, message.member) {
    case (AvahiName.serviceBrowser, "ItemNew"):
      guard let item = item(message.body), message.body.count > 5,
        let flags = message.body[5].integer
      else { return nil }
      return .itemNew(item, flags: flags)
    case (AvahiName.serviceBrowser, "ItemRemove"):
      return item(message.body).map { .itemRemove($0) }
    case (AvahiName.serviceResolver, "Found"):
      return resolution(message.body).map { .found($0) }
    case (AvahiName.serviceBrowser, "Failure"), (AvahiName.serviceResolver, "Failure"):
      return .failure(message.body.first?.string ?? "")
    default:
      return nil
    }
  }

  /// The service that `iisss` names; nil for a protocol that is neither IPv4 nor IPv6.
  private static func item(_ body: [Value]) -> BrowsedItem? {
    guard body.count >= 5,
      let interface = body[0].integer.flatMap(Int32.init(exactly:)), interface > 0,
      let number = body[1].integer, 0...1 ~= number,
      let name = body[2].string, !name.isEmpty, name.utf8.count <= InstanceName.longest,
      let type = body[3].string, let domain = body[4].string
    else { return nil }
    return BrowsedItem(
      interface: interface,
      networkProtocol: Int32(number),
      name: name,
      type: type,
      domain: domain
    )
  }

  /// The answer in `iissssisqaayu`.
  private static func resolution(_ body: [Value]) -> Resolution? {
    guard body.count >= 10, let hostName = body[5].string, let address = body[7].string,
      let port = body[8].integer.flatMap(UInt16.init(exactly:)), port > 0,
      let text = body[9].elements
    else { return nil }
    return Resolution(
      hostName: hostName,
      address: address,
      port: port,
      text: ServiceText(reading: text.compactMap(\.bytes))
    )
  }
}
