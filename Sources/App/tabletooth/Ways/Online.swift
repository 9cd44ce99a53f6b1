internal import ArgumentParser
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import Phrases

/// True if two players meet at a broker, and at which.
struct OnlineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Meet the other player at an MQTT broker instead of nearby, such as mqtts://broker.example.org; \
      the one of the settings, if none is named.
      """,
      valueName: "broker"
    )
  )
  var online: String?

  @Flag(name: .customLong("bluetooth"), help: "Over Bluetooth too, where another way is named.")
  var alsoBluetooth = false

  /// The word for the broker of the settings.
  private static let usual = "usual"

  /// The broker that is to be used, if one is; `settled` is that of the settings.
  ///
  /// - Throws: `ExitReason`, when there is none, or what is named is none.
  func broker(_ settled: BrokerList?) throws(ExitReason) -> BrokerList? {
    try online.map { text throws(ExitReason) in try Self.broker(text, settled) }
  }

  /// The broker that is called `online`; `settled` is that of the settings.
  ///
  /// - Throws: `ExitReason`, when there is none, or what is named is none.
  static func broker(_ online: String, _ settled: BrokerList?) throws(ExitReason) -> BrokerList {
    guard !online.isEmpty else {
      throw .usage(
        say("no broker stands behind --online; one looks like mqtts://broker.example.org")
      )
    }
    guard online == usual else {
      guard let broker = BrokerList(online) else {
        let text = BrokerText.hidingPasswords(online)
        throw .usage(say("\(text) is no broker; one looks like mqtts://broker.example.org"))
      }
      return broker.signedIn(as: [settled].compactMap(\.self))
    }
    guard let settled else { throw noneSet }
    return settled
  }

  /// A broker is needed, and neither the settings nor the command line name one.
  static var noneSet: ExitReason {
    .usage(say("no broker is set; name one, as in --online mqtts://broker.example.org"))
  }

  /// `arguments` with a value for each `--online` that stands alone.
  static func complete(_ arguments: [String]) -> [String] {
    arguments.enumerated().map { index, argument in
      guard argument == "--online" else { return argument }
      let next = arguments.dropFirst(index + 1).first
      // A number may be that of a game to go on with.
      let isValue = next.map { !$0.hasPrefix("-") && Int64($0) == nil } ?? false
      return isValue ? argument : "--online=\(usual)"
    }
  }
}

/// The settings in this file want a broker always, and name none.
struct NoBrokerSet: TransportFailure {
  let path: String

  /// False: a person has to change the file.
  var mayPass: Bool { false }
}

extension TableCode {
  /// Reads what a guest typed in place of a table's name; nil if it is meant as a name, as what a
  /// known player is called always is.
  ///
  /// - Throws: `ExitReason`, when it is a code that was cut short or typed wrong.
  static func read(
    _ text: String?,
    at broker: BrokerList?,
    in environment: Environment
  ) throws(ExitReason) -> TableCode? {
    guard let text, reading(of: text) == .code,
      !KnownTables(in: environment).haveName(text)
    else { return nil }
    do throws(Broken) {
      let known = [broker, environment.broker].compactMap(\.self)
      return try TableCode(text, at: known.first).signedIn(as: known)
    } catch {
      throw ExitReason(error)
    }
  }

  /// The fault of `text` if no table is called so; nil if it cannot be a code.
  static func doubt(of text: String?) -> ExitReason? {
    guard let text, reading(of: text) == .nameOrCode else { return nil }
    return fault(of: text.filter { $0 != "-" }).map { ExitReason($0) }
  }
}

extension BrokerList {
  /// The broker of a match that goes on, with the login of `settled`, the broker of the settings;
  /// nil if the match was played another way.
  init?(kept location: HostLocation, _ settled: BrokerList?) {
    guard let slash = location.address.lastIndex(of: "/"), location.isAtBroker else {
      return nil
    }
    guard let list = Self(String(location.address[..<slash])) else { return nil }
    self = list.signedIn(as: [settled].compactMap(\.self))
  }

  /// The location of a match that is played here, and the code by which it was found.
  func location(_ code: TableCode?) -> HostLocation {
    HostLocation(address: code?.text ?? "\(self)/", name: description)
  }
}
