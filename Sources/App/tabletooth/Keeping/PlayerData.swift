internal import BoardUI
internal import Glibc
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// The data that survives the program: the player's key, the contacts, and the matches.
struct PlayerData: Sendable {
  let store: MatchStore
  private let keyFile: PlayerKeyFile
  private let nameFile: PlayerNameFile
  private let path: String
  private let environment: Environment

  /// Opens the folder that the XDG base directory specification names, and what is in it.
  ///
  /// - Parameters:
  ///   - environment: What surrounds the program.
  ///   - isForList: Whether nothing is wanted but a list of what was played.
  /// - Returns: What survives.
  /// - Throws: `ExitReason` if nothing names a folder, or a `StoreError`.
  static func open(in environment: Environment, isForList: Bool = false) throws -> PlayerData {
    let folder = try folder(in: environment)
    let (store, recovery) = try MatchStore.recovering(in: folder, isForList: isForList) {
      let file = "\(folder.path)/tabletooth.db"
      // The screen of a game has no place for it.
      guard environment.display != nil || !TerminalDisplay.isOpen else { return }
      environment.report(RecordStrings.waiting(for: file, upTo: MatchStore.lockLimit))
    }
    if let recovery {
      let line = RecordStrings.recovered(recovery.path, games: recovery.games)
      environment.report(line)
    }
    return PlayerData(
      store: store,
      keyFile: PlayerKeyFile(in: folder),
      nameFile: PlayerNameFile(in: folder),
      path: folder.path,
      environment: environment
    )
  }

  /// The result of `body` on the data of the folder, for a list of what was played.
  ///
  /// - Throws: as ``open(in:isForList:)``, and what `body` throws.
  static func listing<Found>(
    in environment: Environment,
    _ body: (PlayerData) throws -> Found
  ) throws -> Found {
    do {
      return try body(open(in: environment, isForList: true))
    } catch StoreError.database(.damaged, _, _) {
      return try body(open(in: environment))
    }
  }

  /// The path of the program's log of a match.
  ///
  /// - Throws: `ExitReason` if nothing names a folder, or a `StoreError`.
  static func log(in environment: Environment) throws -> String {
    "\(try folder(in: environment).path)/last.log"
  }

  /// The folder that the XDG base directory specification names.
  ///
  /// - Throws: `ExitReason` if nothing names a folder, or a `StoreError`.
  static func folder(in environment: Environment) throws -> DataFolder {
    try DataFolder(at: try path(in: environment))
  }

  private static func path(in environment: Environment) throws -> String {
    guard let path = environment.dataPath else { throw ExitReason.noFolder }
    return path
  }

  /// True if there is a folder already.
  ///
  /// - Throws: `ExitReason` if nothing names a folder.
  static func isThere(in environment: Environment) throws -> Bool {
    unsafe access(try path(in: environment), F_OK) == 0
  }

  /// The player's key, sealed under `passphrase`.
  ///
  /// - Throws: `ExitReason` where there is no key or not enough memory, or a `StoreError`.
  func sealedKey(under passphrase: String) throws -> SealedKey {
    guard let key = try keyFile.sealed(under: passphrase) else {
      throw ExitReason.usage(say("there is no key yet, or not enough memory to protect it"))
    }
    return key
  }

  /// The player's key, which is made at the first start; then a line says so, outside the menu.
  func key() throws(StoreError) -> StoreKey {
    try keyFile.key(isKnown: try isKnown()) {
      guard environment.display == nil else { return }
      _ = StandardOutput.tell(RecordStrings.keyMade(path) + "\n")
    }
  }

  /// True if others may know the player by the key.
  private func isKnown() throws(StoreError) -> Bool {
    guard try store.trustBook().players.isEmpty, try DamagedPlayer.all(in: store).isEmpty else {
      return true
    }
    return try !store.matches().isEmpty
  }

  /// Looks whether ``key()`` would find a key, or may make one.
  ///
  /// - Throws: What that would throw.
  func checkKey() throws(StoreError) {
    if try existingKey() == nil, try isKnown() { throw .missingKey(path: keyFile.location) }
  }

  /// Says that some players are strangers now, as nothing can be read that names them.
  func tellOfLostPlayers() throws(StoreError) {
    let lost = try DamagedPlayer.all(in: store).filter { $0.key == nil || $0.names.isEmpty }
    guard !lost.isEmpty else { return }
    let line = RecordStrings.lostPlayers(lost.count)
    environment.report(line)
  }

  /// Reports matches in this seat that cannot continue because what is kept of them is damaged; the
  /// start menu has done so already.
  func reportDamagedMatches(as seat: SavedMatch.Seat) throws(StoreError) {
    guard environment.display == nil else { return }
    for game in try games() where game.state == .damaged && (game.seat ?? seat) == seat {
      if let line = ExitReason.damagedMatch(game.number).line { StandardOutput.complain(line) }
    }
  }

  /// The player's key, if it was made already.
  func existingKey() throws(StoreError) -> StoreKey? { try keyFile.existingKey() }

  /// Whom the player knows, and by what; where only one is wanted all others are strangers.
  func credentials(
    _ key: StoreKey,
    of wanted: KnownPlayer? = nil,
    secrets: any SecretSource = RandomSecrets()
  ) throws(StoreError) -> Credentials {
    let known = try store.acquaintances(key)
    return Credentials(
      known.filter { wanted == nil || $0.key == wanted?.key },
      secrets: secrets
    )
  }

  /// The name of the player: the typed one, which is kept for the next time, or the one of the
  /// settings, or the last one, or else two words that are kept too.
  func ownName(_ typed: PlayerName?) throws(StoreError) -> PlayerName {
    if typed == nil, let name = environment.settings[.name].flatMap(PlayerName.init) {
      return name
    }
    if typed == nil, let name = nameFile.name() { return name }
    var random = SystemRandomNumberGenerator()
    let name = typed ?? FriendlyName.random(using: &random)
    if !store.isReadOnly { try nameFile.keep(name) }
    return name
  }

  /// True if the player has a name, from the settings or from the last time.
  var hasName: Bool { environment.settings[.name] != nil || nameFile.name() != nil }

  /// Keeps `name` for the next time.
  func keep(_ name: PlayerName) throws(StoreError) { try nameFile.keep(name) }

  /// The name of the opponent of a kept match: the one that the player here gave, or the one that
  /// it claims.
  func opponentName(of match: SavedMatch) throws(StoreError) -> PlayerName {
    match.opponentName(among: try store.trustBook().players)
  }
}

extension SavedMatch {
  /// The name of the opponent if these players are known.
  func opponentName(among players: [KnownPlayer]) -> PlayerName {
    players.first { $0.key == opponent }?.displayName ?? opponentName
  }
}
