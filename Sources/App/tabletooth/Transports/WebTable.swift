internal import FoundationEssentials
internal import MatchProtocol
internal import StreamTransport
internal import WebTransport

/// The place of a table for browsers: `web[:[ADDRESS][:PORT]]`, and its path once it was open.
struct WebTable: Hashable, Sendable {
  let place: StreamHostTransport.Place
  /// The path of a match that goes on, whose page comes back to it.
  private(set) var path: WebPath?

  /// Reads `web[:[ADDRESS][:PORT]]`; without an address it is this computer and its home network.
  init?(_ text: String) {
    guard text + ":" != WebTransport.scheme else {
      self.init(place: .home(port: WebTransport.usualPort))
      return
    }
    guard text.hasPrefix(WebTransport.scheme) else { return nil }
    let rest = text.dropFirst(WebTransport.scheme.count)
    if rest.isEmpty {
      self.init(place: .home(port: WebTransport.usualPort))
    } else if rest.first == ":", rest.dropFirst().first != ":" {
      guard let address = StreamAddress("localhost" + rest) else { return nil }
      self.init(place: .home(port: address.port))
    } else {
      let address = StreamAddress(String(rest), usualPort: WebTransport.usualPort)
      guard let address, !rest.hasPrefix(StreamAddress.scheme) else { return nil }
      self.init(place: .address(address))
    }
  }

  /// The table of a match that goes on; nil if it was not in a browser.
  init?(kept location: HostLocation) {
    let parts = location.address.split(separator: "/")
    guard location.isPage, parts.count == 2, let path = WebPath(parts[1]),
      var table = WebTable(String(parts[0]))
    else { return nil }
    table.path = path
    self = table
  }

  /// The same table with the path of the match `past`, if that was played in a browser.
  func continuing(_ past: TransportChoice.Past?) -> WebTable {
    var table = self
    table.path = path ?? past?.location.flatMap { WebTable(kept: $0)?.path }
    return table
  }

  private init(place: StreamHostTransport.Place) {
    self.place = place
  }

  /// True if `text` names a table for browsers.
  static func isMeant(by text: String) -> Bool {
    text + ":" == WebTransport.scheme || text.hasPrefix(WebTransport.scheme)
  }

  /// Where the table really is.
  func location(port: UInt16, _ path: WebPath) -> HostLocation {
    let endpoint =
      switch place {
      case .home, .networks, .nearby: ":\(port)"
      case .address(let address): StreamAddress(host: address.host, port: port).endpoint
      }
    return HostLocation(address: "\(WebTransport.scheme)\(endpoint)/\(path.text)", name: nil)
  }

  /// The addresses for a browser, those that other computers reach if there are any.
  static func links(_ addresses: [StreamAddress], _ path: WebPath) -> [String] {
    let others = addresses.filter {
      $0.host != "::1" && !$0.host.hasPrefix("127.") && !$0.host.contains("%")
    }
    let shown = others.isEmpty ? addresses.prefix(1).map { local($0) } : others
    return shown.map { "http://\($0.endpoint)/\(path.text)/" }
  }

  /// The name of this computer for a browser on it, which may use Bluetooth then.
  private static func local(_ address: StreamAddress) -> StreamAddress {
    ["::1", "127.0.0.1"].contains(address.host)
      ? StreamAddress(host: "localhost", port: address.port) : address
  }
}

/// The reason why there is no page for browsers.
enum PageError: TransportFailure {
  /// There is no folder with the page.
  case notInstalled
  /// Another program has its port, or this computer cannot listen there.
  case noAddress(StreamError)

  var mayPass: Bool { false }
}

extension WebPage {
  /// The page of this program: in the folder that `TABLETOOTH_PAGE` names, as it is installed, or
  /// as `make page` has built it.
  ///
  /// - Throws: `PageError.notInstalled`.
  static func installed() throws(PageError) -> WebPage {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = (program ?? "").split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let folders =
      Environment.variable("TABLETOOTH_PAGE").map { [$0] }
      ?? ["\(folder)/../share/tabletooth/page", "\(folder)/../../page"]
    guard let page = folders.lazy.compactMap({ WebPage(folder: $0) }).first else {
      throw .notInstalled
    }
    return page
  }
}

extension TransportChoice {
  /// Opens the table of `name` for browsers at `table`.
  ///
  /// - Throws: A `TransportFailure`.
  func serve(
    _ table: WebTable,
    of name: PlayerName,
    deliver: @escaping @Sendable (TransportEvent) -> Void
  ) async throws -> Route {
    let page = try WebPage.installed()
    let path = table.path ?? WebPath()
    let transport: StreamHostTransport
    do {
      transport = try await WebTransport.open(
        table.place,
        serving: page,
        behind: path,
        sealingWith: pageKey,
        deliver: deliver
      )
    } catch {
      throw PageError.noAddress(error)
    }
    let addresses = await transport.addresses
    let port = addresses.first?.port ?? WebTransport.usualPort
    let location = table.location(port: port, path)
    let links = WebTable.links(addresses, path)
    let opened = TransportEvent.progress(.listening(location, invitations: links))
    // Who names an address wants no other one told.
    guard case .home = table.place, await network.isThere else {
      return Route(transport: transport) { deliver(opened) }
    }
    let published = NetworkTable(transport, on: network, name, .page(path: path.text))
    return publish(published, afterTelling: opened, deliver: deliver)
  }
}
