internal import BoardUI
internal import Glibc
internal import MatchProtocol
internal import MatchStore

/// What survives the program: the player's key, the known players, and the matches.
struct PlayerData: Sendable {
  let store: MatchStore
  private let keyFile: PlayerKeyFile
  private let nameFile: PlayerNameFile
  private let path: String

  /// Opens the folder that the XDG base directory specification names, and what is in it.
  ///
  /// - Parameter isForList: Whether nothing is wanted but a list of what was played.
  /// - Returns: What survives.
  /// - Throws: `ExitReason` if nothing names a folder, or a `StoreError`.
  static func open(isForList: Bool = false) throws -> PlayerData {
    let folder = try folder()
    let (store, recovery) = try MatchStore.recovering(in: folder, isForList: isForList)
    if let recovery {
      let line = RecordStrings.recovered(recovery.path, games: recovery.games)
      if !Tidings.keep(line) { StandardOutput.complain(line) }
    }
    return PlayerData(
      store: store,
      keyFile: PlayerKeyFile(in: folder),
      nameFile: PlayerNameFile(in: folder),
      path: folder.path
    )
  }

  /// What `body` finds in the folder, which wants nothing but a list of what was played.
  ///
  /// - Throws: as ``open(isForList:)``, and what `body` throws.
  static func listing<Found>(_ body: (PlayerData) throws -> Found) throws -> Found {
    do {
      return try body(open(isForList: true))
    } catch StoreError.database(.damaged, _, _) {
      return try body(open())
    }
  }

  /// Where the program notes what it does in a match.
  ///
  /// - Throws: `ExitReason` if nothing names a folder, or a `StoreError`.
  static func log() throws -> String { "\(try folder().path)/last.log" }

  /// The folder that the XDG base directory specification names.
  ///
  /// - Throws: `ExitReason` if nothing names a folder, or a `StoreError`.
  static func folder() throws -> DataFolder {
    let path = DataFolder.standardPath { name in
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    guard let path else { throw ExitReason.kept(.noFolder) }
    return try DataFolder(at: path)
  }

  /// The player's key, sealed under `passphrase`.
  ///
  /// - Throws: `ExitReason` where there is no key or not enough memory, or a `StoreError`.
  func sealedKey(under passphrase: String) throws -> SealedKey {
    guard let key = try keyFile.sealed(under: passphrase) else {
      throw ExitReason.usage(BackupStrings.nothingSealed)
    }
    return key
  }

  /// The player's key, which is made at the first start; then a line says so.
  func key() throws(StoreError) -> StoreKey {
    let players = try store.trustBook().players
    let matches = try store.matches()
    let isKnown = !players.isEmpty || !matches.isEmpty
    return try keyFile.key(isKnown: isKnown) {
      let line = RecordStrings.keyMade(path)
      if !Tidings.keep(line) { _ = StandardOutput.write(line + "\n") }
    }
  }

  /// The player's key, if it was made already.
  func existingKey() throws(StoreError) -> StoreKey? { try keyFile.existingKey() }

  /// Whom the player knows, and by what.
  func credentials(
    _ key: StoreKey,
    secrets: any SecretSource = RandomSecrets()
  ) throws(StoreError) -> Credentials {
    Credentials(try store.acquaintances(key), secrets: secrets)
  }

  /// What the player is called: as was typed now, which is kept for the next time, or as is set, or
  /// as the last time, or else by two words that are kept too.
  func ownName(_ typed: PlayerName?) throws(StoreError) -> PlayerName {
    if typed == nil, let name = SettingsFile.current[.name].flatMap(PlayerName.init) { return name }
    if typed == nil, let name = nameFile.name() { return name }
    var random = SystemRandomNumberGenerator()
    let name = typed ?? FriendlyName.random(using: &random)
    try nameFile.keep(name)
    return name
  }

  /// What the opponent of a kept match is called: as the player here said, or as it called itself.
  func opponentName(of match: SavedMatch) throws(StoreError) -> PlayerName {
    match.opponentName(among: try store.trustBook().players)
  }

  /// The known player who is called `query`, or whose fingerprint begins with it.
  ///
  /// - Throws: `ExitReason` unless it is one player, or a `StoreError`.
  func player(_ query: String) throws -> KnownPlayer {
    let players = try store.trustBook().players
    let digits = query.filter { !$0.isWhitespace }
    let found = players.filter { player in
      player.isCalled(query)
        || (!digits.isEmpty && player.fingerprint.digits.hasPrefix(digits))
    }
    guard let player = found.first else {
      throw ExitReason.kept(.noSuchPlayer(query))
    }
    guard found.count == 1 else {
      throw ExitReason.kept(.severalPlayers(query, count: found.count))
    }
    return player
  }
}

extension KnownPlayer {
  /// Whether the player goes by this name here, or calls itself so; capital letters make no
  /// difference.
  func isCalled(_ typed: String) -> Bool {
    [displayName, name].contains { $0.description.lowercased() == typed.lowercased() }
  }
}

extension SavedMatch {
  /// What the opponent is called where these players are known.
  func opponentName(among players: [KnownPlayer]) -> PlayerName {
    players.first { $0.key == opponent }?.displayName ?? opponentName
  }
}

extension Fingerprint {
  /// The 30 digits without spaces.
  fileprivate var digits: String { description.filter { $0 != " " } }
}
