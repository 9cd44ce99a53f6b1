internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import BrokerTransport
internal import DBus
internal import MatchProtocol
internal import MatchStore
internal import StreamTransport

extension ExitReason {
  /// The meaning of any error for the player.
  init(_ error: any Error) { self = Self(known: error) ?? .internalError("\(error)") }

  /// The meaning of an error of the libraries; nil if it is none of theirs.
  init?(known error: any Error) {
    switch error {
    case let reason as ExitReason: self = reason
    case let error as StoreError: self.init(error)
    case let error as TransportError: self.init(error)
    case let error as BrokerError: self.init(error)
    case let error as StreamError: self.init(error)
    case let error as BlueZError: self.init(error)
    case let error as BusError: self.init(BlueZError(error))
    case let error as PageError: self.init(error)
    case let error as NetworkError: self.init(error)
    case let error as NoBrokerSet: self.init(error)
    default: return nil
    }
  }

  /// The meaning of the end of a transport that nobody here has closed: without an error, the bus
  /// is gone, and with it all of Bluetooth.
  init(ended failure: (any TransportFailure)?) {
    self = failure.map { Self($0) } ?? .transportGone
  }

  /// The exit status of the process.
  var status: ExitCode { ExitCode(code) }
}
