public import MatchPlay
public import MatchProtocol

/// The reason why the program ends.
///
/// A cause on which the program acts, as when it goes on to the next table, is a case of its own;
/// every other one is ``failed(_:)``. ``failure`` gives each its words and its exit status.
public enum ExitReason: Error, Hashable, Sendable {
  /// A game was played to its end.
  case gameFinished
  /// The person typed `quit`.
  case quit
  /// Something went wrong, and nothing but to say so is to be done.
  case failed(Failure)
  /// A mistake in this program.
  case internalError(String)
  /// The command line, or what was piped in, cannot be used.
  case usage(String, help: String = "tabletooth --help")

  /// The adapter cannot be a peripheral, so it cannot host.
  case noPeripheralRole(String)
  /// No host answered the scan; `asked` is the name or address that was looked for, and others may
  /// have been heard, each with a name and an address.
  case nobodyFound(asked: String?, heard: [String] = [])
  /// No player who is known here has a table at the broker that is called so, or any.
  case noKnownTable(asked: String?, broker: String)
  /// No table was found nearby, nor one of a known player online.
  indirect case foundNowhere(nearby: ExitReason, online: ExitReason)
  /// Nobody answered who waits for the same errand, nearby or at this broker; `asked` is as above.
  case nobodyWaits(Errand, asked: String?, broker: String? = nil)
  /// Nobody answered at the table for this long, which is at a broker or nearby.
  case nobodyThere(after: Duration, isNearby: Bool = false)
  case couldNotConnect(to: String, because: ConnectFailure)
  /// Several hosts are what was asked for; each has a name and an address.
  case severalTables([String])
  /// The table that was found is there for something else.
  case otherTable(there: TableKind, here: TableKind)
  /// The host of the table of this name does not let the player in, or sends the player away.
  case notLetIn(name: String, why: Closure)
  /// Others asked for the seat at the table of this player for so long that the turn of the player
  /// here did not come.
  case keptShut(name: String)
  /// A player was not taken for who it should be.
  case notAccepted(name: String, why: Refusal)

  /// The other side speaks another protocol, or hosts a game this version does not know.
  case otherVersion(String)
  case linkLost(name: String, cause: LostCause)
  case otherSideLeft(name: String, why: GoodbyeReason)

  /// Another program that plays here cannot go on.
  case machineFailed(String)
  /// The data of a pipe cannot be written, for this reason.
  case pipeNotWritten(String)
  case inputClosed
  /// A person closed the input, by control-D.
  case inputClosedByHand
  case outputClosed
  /// A signal came; a match may be kept that goes on later, or the game of this number at one
  /// terminal.
  case interrupted(StopSignal, keepsMatch: Bool = false, game: Int64? = nil)

  /// The reason why there is no link although there is a table.
  public enum ConnectFailure: Hashable, Sendable {
    /// bluetoothd says so, in these words.
    case bluetooth(String)
    /// No link came about, and then the table was not heard any more.
    case tableClosed
    /// It was found on the local network, and no computer answers there.
    case network
    /// The other computer is discoverable for Bluetooth classic, which this one took.
    case discoverable
    /// The link was up, and went down before a seat was given.
    case linkBroke
    /// The link is up, and nobody answered there for this long.
    case noAnswer(for: Duration)
    /// The other side hung up without an answer, again and again for this long.
    case hungUp(for: Duration)
  }

  /// The reason why two players do not play although their programs could.
  public enum Refusal: Hashable, Sendable {
    /// The player here said that the digits differ, or did not want to play.
    case here
    /// A player of that name is known here by another key.
    case keyChanged
    /// The other player said so.
    case there
    /// The other player, who knows this one, did not let it in.
    case declined
    /// Nobody answered within this time.
    case noAnswer(for: Duration)
    /// The link broke while the digits were compared.
    case linkBroke
  }

  /// The reason why a host does not let somebody in, or not any more.
  public enum Closure: Hashable, Sendable {
    /// Somebody else sits there.
    case taken
    /// Somebody sits there, who may be the one here with a link that is lost, which is not known
    /// there yet, and would go on by this command.
    case takenPerhaps(resume: String)
    /// It waits for the player of its match.
    case kept
    /// It waits for the player of its match, who may be the one here, and would go on by this
    /// command.
    case keptPerhaps(resume: String)
    /// It lets nobody new in at the moment.
    case closed
    /// It plays with players only whom it knows.
    case notInvited
    /// It has sent the player away.
    case kicked
    /// A game is played there, and one may watch it.
    case watchable
    /// As many watch there as may.
    case watchersFull
    /// Nobody may watch there.
    case notShown
    /// It does not want to play as it was asked to.
    case challengeDeclined
    /// It has not answered in time whether it wants to.
    case challengeExpired
    /// The player has gone on with the match from another computer.
    case takenOver
    /// The player has tried too often, and may try again in so many seconds.
    case tooManyTries(seconds: Int)
  }

  /// The cause of a lost connection.
  public enum LostCause: Hashable, Sendable {
    case disconnected
    /// A packet was lost on the way, and what followed it is worth nothing.
    case packetLost
    case bluetoothGone
    /// The bus that bluetoothd is on has stopped, and nothing comes back by itself.
    case busGone
    /// The virtual Bluetooth of `tabletooth air` has ended, and the player's folder is deleted.
    case airEnded
    /// Nothing came from the other side for this long.
    case silent(for: Duration)
  }
}

extension ExitReason {
  /// A failure with this exit status and in these words: what happened, and what to do.
  public init(_ status: ExitStatus, _ happened: String, _ advice: String) {
    self = .failed(Failure(status, happened, advice))
  }
}
