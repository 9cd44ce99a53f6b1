internal import ArgumentParser
internal import BLETransport
internal import BlueZ
public import BoardUI
internal import BrokerTransport
internal import DBus
internal import Glibc
public import MatchProtocol
internal import MatchStore
internal import Phrases
internal import StreamTransport

extension ExitReason {
  /// What stands between the player and the other side, as the reason to end.
  init(_ error: any Error, adapter: String? = nil) {
    switch error {
    case let reason as ExitReason: self = reason
    case let error as StoreError: self.init(error)
    case let error as TransportError: self.init(transport: error)
    // Who the other player is knows the table.
    case BrokerError.takenOver: self = .notLetIn(name: "", why: .takenOver)
    case let error as BrokerError: self = .network(NetworkFailure(error))
    case let error as StreamError: self = .network(NetworkFailure(error))
    case let error as BlueZError: self.init(bluetooth: error)
    case let error as BusError: self.init(bluetooth: BlueZError(error))
    default: self = .internalError("\(error)")
    }
  }

  /// Why a transport has ended by itself.
  init(ended end: TransportEnd) { self.init(end.failure) }

  /// What cannot be kept or read, as the reason to end.
  init(_ error: StoreError) {
    let restoring = "tabletooth restore --help"
    if case .notBackup(let path) = error {
      self = .usage(BackupStrings.notBackup(path), help: restoring)
      return
    }
    if case .unreadable(let path, let number) = error {
      let words = unsafe String(cString: strerror(number))
      self = .usage(say("\(path) cannot be read: \(words)"), help: restoring)
      return
    }
    if case .present(let path) = error {
      self = .usage(BackupStrings.present(path), help: "tabletooth backup --help")
      return
    }
    let failure: KeepingFailure =
      switch error {
      case .beingPlayed(let id): .beingPlayed(id.rawValue)
      case .noSuchMatch(let id): .noSuchMatch(id.rawValue)
      case .noSuchGame(let number): .noSuchMatch(number)
      case .inUse: .beingPlayed(0)
      case .notBackup(let path), .database(.damaged, let path, _): .damagedDatabase(path: path)
      case .present(let path): .unusable(path: path, words: "")
      case .unusable(let path, let number), .unreadable(let path, let number):
        .unusable(path: path, words: unsafe String(cString: strerror(number)))
      case .exposed(let path): .exposed(path: path)
      case .wrongKind(let path, let isFolder): .wrongKind(path: path, isFolderWanted: isFolder)
      case .symbolicLink(let path): .symbolicLink(path: path)
      case .vanished(let path): .vanished(path: path)
      case .missingKey(let path): .missingKey(path: path)
      case .database(.full, let path, _): .diskFull(path: path)
      case .database(.locked, let path, _): .lockedDatabase(path: path)
      case .database(.readOnly, let path, _): .unusable(path: path, words: Self.readOnly)
      case .database(.other, let path, let words): .database(path: path, words: words)
      case .damagedKey(let path, let length): .damagedKey(path: path, length: length)
      case .damagedRow(let table, let column): .damagedRow(table: table, column: column)
      case .outOfPlace(let place, let expected): .outOfPlace(place: place, expected: expected)
      }
    self = .kept(failure)
  }

  private static var readOnly: String { say("nothing can be written to it, or beside it") }

  /// The bus has stopped, and with it all of Bluetooth.
  static var transportGone: ExitReason { .linkLost(name: say("the other side"), cause: .busGone) }

  /// The exit status of the process.
  var status: ExitCode { ExitCode(code) }

  private init(transport error: TransportError) {
    switch error {
    case .noAdapter(let name): self = .noAdapter(asked: name)
    case .adapterOff(let name): self = .adapterOff(name)
    case .adapterBlocked(let name): self = .adapterBlocked(name)
    case .notPeripheral(let name): self = .noPeripheralRole(name)
    case .tableOpen(let name): self = .otherTableOpen(name)
    case .noFreeAdvertisement(let name): self = .noAdvertisement(name)
    case .notFound(let query, let heard):
      self = .nobodyFound(asked: query.text, heard: heard.map(\.words))
    case .taken(let hosts):
      let name = hosts.first?.location.title ?? ""
      switch hosts.first?.presence?.state {
      case .interrupted: self = .notLetIn(name: name, why: .kept)
      case .closed: self = .notLetIn(name: name, why: .closed)
      case .playing where hosts.first?.isShown == true:
        self = .notLetIn(name: name, why: .watchable)
      case .free, .playing, nil: self = .notLetIn(name: name, why: .taken)
      }
    case .notShown(let hosts):
      let isClosed = hosts.first?.presence?.state == .closed
      let name = hosts.first?.location.title ?? ""
      self = .notLetIn(name: name, why: isClosed ? .closed : .watchersFull)
    case .unknownGame(let hosts):
      let name = hosts.first?.location.title ?? ""
      self = .otherVersion(
        say("at the table \(name) they play a game that this version does not know")
      )
    case .otherKind(let hosts, let wanted):
      self = .otherTable(there: hosts.first?.presence?.game?.kind ?? .game, here: wanted)
    case .ambiguous(let hosts): self = .severalTables(hosts.map(\.words))
    case .vanished(let host):
      self = .couldNotConnect(to: host.location.title, because: .tableClosed)
    case .cannotConnect(let host, let error): self.init(connectingTo: host, error)
    case .notConnected: self = .linkLost(name: say("the other side"), cause: .disconnected)
    case .packetTooLong: self = .internalError("\(error)")
    case .bluetooth(let error): self.init(bluetooth: error)
    }
  }

  private init(connectingTo host: FoundHost, _ error: BlueZError) {
    let failure = ExitReason.couldNotConnect(
      to: host.location.title,
      because: .bluetooth(error.words)
    )
    self =
      switch error {
      // The device, not the adapter.
      case .objectGone: failure
      case let error where error.isAboutClassic:
        .couldNotConnect(to: host.location.title, because: .discoverable)
      case let error: Self(onThisComputer: error) ?? failure
      }
  }

  private init(bluetooth error: BlueZError) {
    self = Self(onThisComputer: error) ?? .internalError("Bluetooth says \(error)")
  }

  /// What is wrong on this computer has a code of its own, whenever it shows.
  private init?(onThisComputer error: BlueZError) {
    switch error {
    case .notRunning: self = .noDaemon
    case .gone: self = .daemonGone
    case .accessDenied: self = .noPermission
    // Only the adapter is talked to for so long that it can have gone meanwhile.
    case .noSuchAdapter, .objectGone: self = .noAdapter(asked: nil)
    case .blocked: self = .adapterBlocked("")
    case .notReady: self = .adapterOff("")
    case .bus(.unreachable(let address, _, _)): self = .noBus(address)
    case .bus(.disconnected): self = .transportGone
    case .bus(.remote(name: BusError.Name.accessDenied, _)): self = .noPermission
    case .failed, .rejected, .canceled, .invalidArguments, .alreadyExists, .doesNotExist,
      .inProgress, .alreadyConnected, .notConnected, .notSupported, .notAuthorized, .notAvailable,
      .notPermitted, .agentNotAvailable, .invalidOffset, .invalidValueLength, .invalidLength,
      .authenticationCanceled, .authenticationFailed, .authenticationRejected,
      .authenticationTimeout, .connectionAttemptFailed, .busy, .other, .timedOut, .cancelled, .bus,
      .unexpectedReply:
      return nil
    }
  }
}

/// Why a way is left out may be anything that ends the program elsewhere.
extension ExitReason: TransportFailure {
  /// Nothing that ends a program passes by itself.
  public var mayPass: Bool { false }
}

extension HostQuery {
  /// What was asked for, as text; `nil` when anybody will do.
  var text: String? {
    switch self {
    case .any: nil
    case .address(let address): address.description
    case .name(let name): name
    case .table(let address, let name): name ?? address.description
    case .watching(let query), .meeting(_, let query): query.text
    }
  }
}

extension FoundHost {
  /// What to tell of a table in a list.
  var words: String {
    isTaken ? say("\(location.title) (\(address), taken)") : "\(location.title) (\(address))"
  }
}
