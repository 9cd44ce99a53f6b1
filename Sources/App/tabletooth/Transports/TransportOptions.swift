internal import ArgumentParser
internal import BoardUI
internal import BrokerTransport
internal import Phrases
internal import StreamTransport

/// The option of how the two players reach each other.
struct TransportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      How to reach the other player: bluetooth, tcp (this network), tcp:ADDRESS[:PORT], \
      mqtts://BROKER, online (the broker in the settings), or web[:ADDRESS[:PORT]] (a host's page \
      for browsers). Separate several with commas (default: the setting nearby).
      """,
      valueName: "ways"
    )
  )
  var on: [String] = []

  private static let bluetooth = "bluetooth"
  /// The word for the broker of the settings.
  private static let usual = "online"

  /// The ways, of which a broker with several addresses is one.
  private var words: [String] {
    on.flatMap { text in
      text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: [String]()) {
        let word = String($1)
        guard let last = $0.last, last.contains("://"), !Self.isWay(word) else {
          return $0.append(word)
        }
        $0[$0.endIndex - 1] = "\(last),\(word)"
      }
    }
  }

  private static func isWay(_ word: String) -> Bool {
    word == bluetooth || word == usual || isNetwork(word) || WebTable.isMeant(by: word)
  }

  private static func isNetwork(_ word: String) -> Bool {
    word == String(StreamAddress.scheme.dropLast()) || word.hasPrefix(StreamAddress.scheme)
  }

  /// True if Bluetooth is named.
  var hasBluetooth: Bool { words.contains(Self.bluetooth) }

  private var network: String? { words.last(where: Self.isNetwork) }

  /// True if the local network is named, and no address in it.
  var hasNetwork: Bool { network.map { $0 + ":" == StreamAddress.scheme } ?? false }

  /// The address on which a host listens, if a network is to be used.
  ///
  /// - Throws: `ExitReason`, when it is no address.
  func place() throws(ExitReason) -> StreamHostTransport.Place? {
    try network.map { text throws(ExitReason) in
      guard let place = StreamHostTransport.Place(text.contains(":") ? text : "\(text):") else {
        throw .usage(
          say("\(text) is not an address like tcp:192.168.1.5 or tcp:[::]:4000")
        )
      }
      return place
    }
  }

  /// The table for browsers, if one is to be opened.
  ///
  /// - Throws: `ExitReason`, when its address is none.
  func page() throws(ExitReason) -> WebTable? {
    try words.last(where: WebTable.isMeant).map { text throws(ExitReason) in
      guard let table = WebTable(text) else {
        throw .usage(
          say("\(text) is not an address like web:192.168.1.5 or web:192.168.1.5:4000")
        )
      }
      return table
    }
  }

  /// Checks that a guest names no page: that is for browsers.
  ///
  /// - Throws: `ExitReason`, if one is named.
  func refusePage() throws(ExitReason) {
    guard words.contains(where: WebTable.isMeant) else { return }
    throw .usage(
      say("--on web opens a table for browsers; to join one, open its address in a browser")
    )
  }

  /// The host's address, if a network is to be used.
  ///
  /// - Throws: `ExitReason`, when it is no address.
  func address() throws(ExitReason) -> StreamAddress? {
    guard !hasNetwork else { return nil }
    return try network.map { text throws(ExitReason) in
      guard text != StreamAddress.scheme else {
        throw .usage(say("tcp needs the address that the host shows, as in tcp:192.168.1.5"))
      }
      guard let address = StreamAddress(text), address.port != 0 else {
        throw .usage(say("\(text) is not a host address like tcp:192.168.1.5"))
      }
      return address
    }
  }

  /// Checks that no address is named: the tables of one computer cannot be listed.
  ///
  /// - Throws: `ExitReason`, if one is.
  func refuseAddress() throws(ExitReason) {
    guard network != nil, !hasNetwork else { return }
    throw .usage(
      say(
        """
        --on tcp lists the tables on this network; join another one by the address that its host \
        shows, as in tabletooth join tcp:192.168.1.5
        """
      )
    )
  }

  /// The broker that is to be used, if one is; `settled` is that of the settings.
  ///
  /// - Throws: `ExitReason`, when there is none, or what is named is none.
  func broker(_ settled: BrokerList?) throws(ExitReason) -> BrokerList? {
    let others = words.filter {
      $0 != Self.bluetooth && !Self.isNetwork($0) && !WebTable.isMeant(by: $0)
    }
    guard others.count < 2 else {
      throw .usage(say("--on takes one broker, but \(others.count) are named"))
    }
    return try others.first.map { text throws(ExitReason) in try Self.broker(text, settled) }
  }

  /// The broker that is called `text`; `settled` is that of the settings.
  ///
  /// - Throws: `ExitReason`, when there is none, or what is named is none.
  static func broker(_ text: String, _ settled: BrokerList?) throws(ExitReason) -> BrokerList {
    guard text == usual else {
      guard text.contains("://"), let broker = BrokerList(text) else {
        let text = BrokerText.hidingPasswords(text)
        let choices = "bluetooth, tcp, web, online, mqtts://broker.example.org"
        throw .usage(say("\(text) is not a transport; expected one of \(choices)"))
      }
      return broker.signedIn(as: [settled].compactMap(\.self))
    }
    guard let settled else { throw noneSet }
    return settled
  }

  /// A broker is needed, and neither the settings nor the command line name one.
  static var noneSet: ExitReason {
    .usage(say("no broker is set; name one, as in --on mqtts://broker.example.org"))
  }

  /// The table that a guest means by `text`, and the ways to it: an address leaves no name, and
  /// `mqtts://BROKER/NAME` is a name at that broker, unless it is a code.
  func split(_ text: String?) -> (table: String?, ways: TransportOptions) {
    guard let text else { return (nil, self) }
    var ways = self
    if Self.isNetwork(text) {
      ways.on.append(text)
      return (nil, ways)
    }
    guard let slash = text.lastIndex(of: "/"), text[..<slash].contains("://"),
      BrokerList(String(text[..<slash])) != nil,
      case let name = String(text[text.index(after: slash)...]), !name.isEmpty,
      TableCode.reading(of: name) == .name, !name.starts(with: /[0-9]/)
    else { return (text, self) }
    ways.on.append(String(text[..<slash]))
    return (name, ways)
  }
}

extension StreamHostTransport.Place {
  /// Reads `[ADDRESS][:PORT]`, with `tcp:` before it or without; without an address it is nearby.
  init?(_ text: String) {
    let scheme = StreamAddress.scheme
    let rest = text.hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]
    if rest.isEmpty {
      self = .nearby(port: StreamAddress.usualPort)
    } else if rest.first == ":", rest.dropFirst().first != ":" {
      guard let address = StreamAddress("localhost" + rest) else { return nil }
      self = .nearby(port: address.port)
    } else {
      guard let address = StreamAddress(String(rest)) else { return nil }
      self = .address(address)
    }
  }

  /// The same place with the port that is really listened at.
  func text(port: UInt16) -> String {
    switch self {
    case .nearby, .networks, .home: "\(StreamAddress.scheme):\(port)"
    case .address(let address): StreamAddress(host: address.host, port: port).description
    }
  }
}
