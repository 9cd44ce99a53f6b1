import GameRules
public import MatchPlay
public import MatchProtocol

/// Why the program ends; each has an exit code and, unless all is well, one line that says what to
/// do.
///
/// `docs/exit-codes.md` lists them for the person who writes a script.
public enum ExitReason: Error, Hashable, Sendable {
  /// A game was played to its end.
  case gameFinished
  /// The person typed `quit`.
  case quit
  /// A mistake in this program.
  case internalError(String)
  /// The command line, or what was piped in, cannot be used.
  case usage(String, help: String = "tabletooth --help")

  /// No adapter at all, or not the one asked for.
  case noAdapter(asked: String?)
  case adapterOff(String)
  /// The adapter is blocked by rfkill.
  case adapterBlocked(String)
  /// No bluetoothd on the bus, or no bus.
  case noDaemon
  /// There is no bus at this address.
  case noBus(String)
  /// bluetoothd was there, and has crashed or was stopped.
  case daemonGone
  /// The bus does not let this user talk to bluetoothd, or others to this program.
  case noPermission
  /// The adapter cannot be a peripheral, so it cannot host.
  case noPeripheralRole(String)
  /// Other programs use all the advertisements of the adapter.
  case noAdvertisement(String)
  /// Another program has a table on the adapter.
  case otherTableOpen(String)
  case nameTooLong(bytes: Int, limit: Int)
  case nameNotUTF8

  /// The network, or what it leads to, does not let two players meet.
  case network(NetworkFailure)

  /// No host answered the scan; `asked` is the name or address that was looked for, and others may
  /// have been heard, each with a name and an address.
  case nobodyFound(asked: String?, heard: [String] = [])
  /// No table was found nearby, nor one of a known player online.
  indirect case foundNowhere(nearby: ExitReason, online: ExitReason)
  /// Nobody answered who waits for the same errand, nearby or at this broker; `asked` is as above.
  case nobodyWaits(Errand, asked: String?, broker: String? = nil)
  /// There are tables of this name, and none of them is that of the known player.
  case otherOfName(String)
  case couldNotConnect(to: String, because: ConnectFailure)
  /// Several hosts are what was asked for; each has a name and an address.
  case severalTables([String])
  /// The host of the table of this name lets the player here not in, or sends the player away.
  case notLetIn(name: String, why: Closure)

  /// Others asked for the seat at the table of this player for so long that the turn of the player
  /// here did not come.
  case keptShut(name: String)
  /// The two sides keep different records of their match.
  case recordsDiffer(name: String)
  /// The other side speaks another protocol, or hosts a game this version does not know.
  case otherVersion(String)
  /// Bytes or messages that no Tabletooth sends.
  case garbage(String)
  /// A message longer than any Tabletooth sends was announced.
  case messageTooLarge
  /// The other side broke the rules of the game.
  case illegalMove(String)
  case linkLost(name: String, cause: LostCause)
  case otherSideLeft(name: String, why: GoodbyeReason)
  /// The other player sat down, and left before a game had begun.
  case otherSideLeftEarly(name: String)
  /// A player was not taken for who it should be.
  case notAccepted(name: String, why: Refusal)

  /// The file of a game cannot be read; `place` is its name, line and column.
  case brokenFile(place: String, found: String, expected: String)

  /// This file is no result that two players have signed.
  case noSignedResult(String)

  /// The file of settings cannot be used; `place` is its name and line.
  case settings(place: String, found: String, expected: String)

  /// What is kept of games and players cannot be used, or has not got what was asked for.
  case kept(KeepingFailure)

  /// Another program that plays here cannot go on.
  case machineFailed(String)

  /// A file was not sent.
  case fileNotSent(FileLoss)
  /// What two programs have met for without a game did not come about, or not whole.
  case errandFailed(Errand, name: String, ErrandFailure)
  /// The table that was found is there for something else.
  case otherTable(there: TableKind, here: TableKind)
  /// The other end of a pipe has left before all had come.
  case pipeBroken(name: String)
  /// What came by a pipe cannot be written, for this reason.
  case pipeNotWritten(String)

  case inputClosed
  /// A person closed the input, by control-D.
  case inputClosedByHand
  case outputClosed
  /// A signal came; a match may be kept that goes on later, or the game of this number at one
  /// terminal.
  case interrupted(StopSignal, keepsMatch: Bool = false, game: Int64? = nil)
  /// A signal came in a game that began with a challenge, which the same command would not go on
  /// with.
  case challengeInterrupted(StopSignal)
  /// A signal came while something was sent or received.
  case errandInterrupted(Errand, StopSignal)

  /// Why a file was not sent.
  public enum FileLoss: Hashable, Sendable {
    /// The other player does not want it.
    case refused
    /// It goes on where it was when it is sent again.
    case interrupted
    /// It cannot be read or stored, or was changed meanwhile.
    case failed
  }

  /// Why an errand failed.
  public enum ErrandFailure: Hashable, Sendable {
    /// The other one has left; a part of what was to come may be here, with which it goes on.
    case left(goesOn: Bool)
    /// The link was lost, and not made again in time.
    case linkLost
    /// Somebody else is served there.
    case busy
    /// Nobody has answered by the code for this long.
    case noAnswer(for: Duration)
    /// The player here has left before a file had come whole.
    case abandoned
    /// Nobody reads what comes by a pipe.
    case outputClosed
  }

  /// Why there is no link although there is a table.
  public enum ConnectFailure: Hashable, Sendable {
    /// bluetoothd says so, in these words.
    case bluetooth(String)
    /// No link came about, and then the table was not heard any more.
    case tableClosed
    /// The other computer is discoverable for Bluetooth classic, which this one took.
    case discoverable
    /// The link was up, and went down before a seat was given.
    case linkBroke
    /// The link is up, and nobody answered there for this long.
    case noAnswer(for: Duration)
  }

  /// Why two players do not play although their programs could.
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

  /// Why a host does not let somebody in, or not any more.
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

  /// What took the link away.
  public enum LostCause: Hashable, Sendable {
    case disconnected
    /// A packet was lost on the way, and what followed it is worth nothing.
    case packetLost
    case bluetoothGone
    /// The bus that bluetoothd is on has stopped, and nothing comes back by itself.
    case busGone
    /// Nothing came from the other side for this long.
    case silent(for: Duration)
  }

  /// What is wrong with what is kept.
  public enum KeepingFailure: Hashable, Sendable {
    /// Nothing names a folder to keep it in.
    case noFolder
    /// The kernel refuses a file or a folder, in these words.
    case unusable(path: String, words: String)
    /// Others may read a file or a folder, or own it.
    case exposed(path: String)
    /// Something else than a file stands where one has to be, or else than a folder.
    case wrongKind(path: String, isFolderWanted: Bool)
    /// A symbolic link stands where a file or a folder has to be.
    case symbolicLink(path: String)
    /// A file that the program had open is not in its place any more.
    case vanished(path: String)
    /// The file of the player's key has another length than a key, in bytes.
    case damagedKey(path: String, length: Int)
    /// The file of the player's key is gone, by which others know the player.
    case missingKey(path: String)
    /// The disk of this database is full.
    case diskFull(path: String)
    /// This file is no database, or a damaged one.
    case damagedDatabase(path: String)
    /// Another program holds this database.
    case lockedDatabase(path: String)
    /// The database says so, in these words.
    case database(path: String, words: String)
    /// What is kept of the match of this number, if that is known, cannot be played again.
    case damagedMatch(Int64?)
    /// A row of the database that this program would not have written.
    case damagedRow(table: String, column: String)
    /// A message that does not follow the last one that is kept.
    case outOfPlace(place: Int, expected: Int)
    /// Another program plays this match at this moment.
    case beingPlayed(Int64)
    /// There is no match of this number.
    case noSuchMatch(Int64)
    /// There is no match to go on with.
    case nothingToResume
    /// The match has ended like this.
    case matchOver(Int64, result: String)
    /// The game of this number was read from a file, so it is not one to go on with.
    case fromFile(Int64)
    /// Nobody is known by this name or fingerprint.
    case noSuchPlayer(String)
    /// Several players fit this name or fingerprint; each with what tells them apart.
    case severalPlayers(String, [String])
    /// Several matches that go on fit this name; each with what tells them apart.
    case severalMatches(String, [String])
  }
}

extension ExitReason {
  /// The two boards came to different positions, and no person is here to decide.
  static let boardsDiffer = ExitReason.otherVersion(Strings.boardsDiffer)

  /// The robot chose a move that is not allowed.
  static func robotErred(_ move: Move) -> ExitReason {
    .internalError(Strings.robotErred(move))
  }
}
