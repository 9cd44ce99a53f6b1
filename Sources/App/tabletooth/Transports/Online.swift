internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import Phrases

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
