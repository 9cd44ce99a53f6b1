internal import ArgumentParser
internal import BoardUI
internal import Phrases
internal import StreamTransport

/// The options of a host's transports besides Bluetooth.
struct ListenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Let guests come over the network instead of Bluetooth: --listen alone for this computer and \
      one cable or one network without addresses of its own, or --listen ADDRESS[:PORT].
      """,
      valueName: "[address][:port]"
    )
  )
  var listen: String?

  /// The address on which to listen, if a network is to be used.
  ///
  /// - Throws: `ExitReason`, when it is no address.
  func place() throws(ExitReason) -> StreamHostTransport.Place? {
    try listen.map { text throws(ExitReason) in
      guard let place = StreamHostTransport.Place(text) else {
        throw .usage(say("--listen takes ADDRESS[:PORT], such as 192.168.1.5 or [::]:4000"))
      }
      return place
    }
  }
}

/// The options of a guest's transports besides Bluetooth.
struct ViaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The way to the table instead of Bluetooth, such as tcp:192.168.1.5 or tcp:desk.local:4000.",
      valueName: "tcp:host[:port]"
    )
  )
  var via: String?

  /// The host's address, if a network is to be used.
  ///
  /// - Throws: `ExitReason`, when it is no address.
  func address() throws(ExitReason) -> StreamAddress? {
    try via.map { text throws(ExitReason) in
      guard text.hasPrefix(StreamAddress.scheme), let address = StreamAddress(text),
        address.port != 0
      else {
        throw .usage(say("--via takes tcp:HOST[:PORT], such as tcp:192.168.1.5"))
      }
      return address
    }
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
    case .nearby: "\(StreamAddress.scheme):\(port)"
    case .address(let address): StreamAddress(host: address.host, port: port).description
    }
  }
}

extension ListenOptions {
  /// `arguments` with a value for each `--listen` that stands alone.
  static func complete(_ arguments: [String]) -> [String] {
    arguments.enumerated().map { index, argument in
      guard argument == "--listen" else { return argument }
      let next = arguments.dropFirst(index + 1).first
      // A number may be that of a game to go on with.
      let isValue = next.map { !$0.hasPrefix("-") && Int64($0) == nil } ?? false
      return isValue ? argument : "--listen=:\(StreamAddress.usualPort)"
    }
  }
}
