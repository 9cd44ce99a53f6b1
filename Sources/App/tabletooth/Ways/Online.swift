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

  /// What stands for the broker of the settings.
  private static let usual = "usual"

  /// The broker that is to be used, if one is.
  ///
  /// - Throws: `ExitReason`, when there is none, or what is named is none.
  func broker() throws(ExitReason) -> BrokerList? {
    guard let online else { return nil }
    guard !online.isEmpty else {
      throw .usage(
        say("no broker stands behind --online; one looks like mqtts://broker.example.org")
      )
    }
    guard online == Self.usual else {
      guard let broker = BrokerList(online) else {
        let text = BrokerText.hidingPasswords(online)
        throw .usage(say("\(text) is no broker; one looks like mqtts://broker.example.org"))
      }
      return broker.signedIn(as: [Self.settled].compactMap(\.self))
    }
    guard let broker = Self.settled else { throw Self.noneSet }
    return broker
  }

  /// A broker is needed, and neither the settings nor the command line name one.
  static var noneSet: ExitReason {
    .usage(say("no broker is set; name one, as in --online mqtts://broker.example.org"))
  }

  /// The broker of the settings.
  static var settled: BrokerList? { SettingsFile.current[.broker].flatMap { BrokerList($0) } }

  /// The broker of the settings, where they say that it is always used.
  static var always: BrokerList? {
    SettingsFile.current[.online] == "always" ? settled : nil
  }

  /// What is wrong with settings that want a broker always, and name none; nil where nothing is.
  static var missing: NoBrokerSet? {
    let settings = SettingsFile.current
    guard settings[.online] == "always", settings[.broker] == nil else { return nil }
    return NoBrokerSet(path: SettingsFile.path ?? "")
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
  static func read(_ text: String?, at broker: BrokerList?) throws(ExitReason) -> TableCode? {
    guard let text, reading(of: text) == .code, !KnownTables.all.haveName(text) else { return nil }
    do throws(Broken) {
      let known = [broker, OnlineOptions.settled].compactMap(\.self)
      return try TableCode(text, at: known.first).signedIn(as: known)
    } catch {
      throw ExitReason(error)
    }
  }

  /// What is wrong with `text` if no table is called so; nil if it cannot be a code.
  static func doubt(of text: String?) -> ExitReason? {
    guard let text, reading(of: text) == .nameOrCode else { return nil }
    return fault(of: text.filter { $0 != "-" }).map { ExitReason($0) }
  }
}

extension BrokerList {
  /// The broker of a match that goes on; nil if it was played another way.
  init?(kept location: HostLocation) {
    guard let slash = location.address.lastIndex(of: "/"), location.isAtBroker else {
      return nil
    }
    guard let list = Self(String(location.address[..<slash])) else { return nil }
    self = list.signedIn(as: [OnlineOptions.settled].compactMap(\.self))
  }

  /// Where a match is that is played here, and by which code it was found.
  func location(_ code: TableCode?) -> HostLocation {
    HostLocation(address: code?.text ?? "\(self)/", name: description)
  }
}
