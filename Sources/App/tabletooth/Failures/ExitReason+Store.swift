internal import BoardUI
internal import Glibc
internal import MatchStore
internal import Phrases

extension ExitReason {
  /// The meaning of an error of what is kept.
  init(_ error: StoreError) {
    switch error {
    case .beingPlayed, .inUse:
      self.init(
        .busy,
        say("another tabletooth is playing this, or has a table open"),
        say("type quit there first")
      )
    case .noSuchMatch(let id): self = .noSuchGame(id.rawValue)
    case .noSuchGame(let number): self = .noSuchGame(number)
    case .unusable(let path, let number): self = .unusable(path: path, words: Self.words(number))
    case .exposed, .wrongKind, .symbolicLink, .vanished: self.init(unfit: error)
    case .damagedKey, .missingKey, .damagedRow: self.init(damaged: error)
    case .outOfPlace: self = .internalError("\(error)")
    case .database(let fault, let path, let words): self.init(fault, at: path, words)
    case .notBackup, .unreadable, .present: self.init(backup: error)
    }
  }

  private static func words(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }

  /// A file or a folder is not what this program can use.
  private init(unfit error: StoreError) {
    switch error {
    case .exposed(let path):
      self.init(
        .notSaved,
        say("\(path) can be read by others, or is not yours"),
        say("type chmod go-rwx \(path) if it is yours")
      )
    case .wrongKind(let path, let isFolderWanted):
      self.init(
        .notSaved,
        isFolderWanted ? say("\(path) is no folder") : say("\(path) is no file"),
        say("move it away")
      )
    case .symbolicLink(let path):
      self.init(
        .notSaved,
        say("\(path) is a symbolic link, which is not followed"),
        say("put what it leads to in its place")
      )
    case .vanished(let path):
      self.init(
        .notSaved,
        say("\(path) was moved away, replaced or removed while it was in use"),
        say("put it back, as your games and players are in it; without it you begin anew")
      )
    case _: self = .internalError("\(error)")
    }
  }

  /// Something that was kept is not there any more, or makes no sense.
  private init(damaged error: StoreError) {
    switch error {
    case .damagedKey(let path, let length):
      self.init(
        .notSaved,
        say("\(path) has \(length) bytes and is no key"),
        say("bring it back from a copy; without it you are a stranger to all who know you")
      )
    case .missingKey(let path):
      self.init(
        .notSaved,
        say("\(path) is gone, the key by which other players know you"),
        say(
          "bring it back from a copy, or move tabletooth.db beside it away to begin as a new player"
        )
      )
    case .damagedRow(let table, let column):
      self.init(
        .notSaved,
        say("what is kept is damaged (\(table).\(column))"),
        say("type tabletooth games and tabletooth players, which show what is damaged")
      )
    case _: self = .internalError("\(error)")
    }
  }

  /// The database at `path` cannot be used; each fault has its own cure.
  private init(_ fault: DatabaseFault, at path: String, _ words: String) {
    switch fault {
    case .readOnly:
      self = .unusable(path: path, words: say("nothing can be written to it, or beside it"))
    case .full:
      self.init(
        .notSaved,
        say("\(path): the disk is full"),
        say("make room, and type the same again")
      )
    case .damaged:
      self.init(
        .notSaved,
        say("\(path) is damaged"),
        say("bring it back from a copy, or move it away to begin without your games and players")
      )
    case .locked:
      self.init(
        .notSaved,
        say("\(path) is held by another program"),
        say("end that one; fuser \(path) tells which it is")
      )
    case .other:
      self.init(
        .notSaved,
        say("what is played cannot be kept in \(path): \(words)"),
        say("see whether the disk works")
      )
    }
  }

  private init(backup error: StoreError) {
    let restoring = "tabletooth data restore --help"
    switch error {
    case .notBackup(let path): self = .usage(BackupStrings.notBackup(path), help: restoring)
    case .unreadable(let path, let number):
      self = .usage(say("\(path) cannot be read: \(Self.words(number))"), help: restoring)
    case .present(let path):
      self = .usage(BackupStrings.present(path), help: "tabletooth data backup --help")
    case _: self = .internalError("\(error)")
    }
  }
}
