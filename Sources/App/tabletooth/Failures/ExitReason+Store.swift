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
        say("another tabletooth is playing this game, or has a table open"),
        say("type quit there first")
      )
    case .noSuchMatch(let id): self = .noSuchGame(id.rawValue)
    case .noSuchGame(let number): self = .noSuchGame(number)
    case .unusable(let path, let number): self = .unusable(path: path, words: Self.words(number))
    case .exposed, .wrongKind, .symbolicLink, .vanished, .noLocks: self.init(unfit: error)
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
        say("run chmod go-rwx \(path) if it is yours")
      )
    case .wrongKind(let path, let isFolderWanted):
      self.init(
        .notSaved,
        isFolderWanted ? say("\(path) is not a folder") : say("\(path) is not a file"),
        say("move it away")
      )
    case .symbolicLink(let path):
      self.init(
        .notSaved,
        say("\(path) is a symbolic link, which is not followed"),
        say("replace it with its target")
      )
    case .noLocks(let path):
      self.init(
        .notSaved,
        say("the file system of \(path) has no locks; network file systems may lack them"),
        say("set XDG_DATA_HOME to a folder on a disk of this computer")
      )
    case .vanished(let path):
      self.init(
        .notSaved,
        say("\(path) was moved away, replaced or removed while it was in use"),
        say("put it back, because it holds your games and contacts; without it you start over")
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
        say("\(path) has \(length) bytes and is not a key"),
        say("restore it from a backup; without it your contacts do not recognise you")
      )
    case .missingKey(let path):
      self.init(
        .notSaved,
        say("\(path) is gone, the key by which other players know you"),
        say(
          "restore it from a backup, or move away tabletooth.db beside it to start as a new player"
        )
      )
    case .damagedRow(let table, let column):
      self.init(
        .notSaved,
        say("the saved data is damaged (\(table).\(column))"),
        say("run tabletooth games and tabletooth players to see what is damaged")
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
        say("free space, and repeat the command")
      )
    case .damaged:
      self.init(
        .notSaved,
        say("\(path) is damaged"),
        say("restore it from a backup, or move it away to start without your games and contacts")
      )
    case .locked:
      self.init(
        .notSaved,
        say("\(path) is in use by another program"),
        say("stop it; fuser \(path) shows which one it is")
      )
    case .other:
      self.init(
        .notSaved,
        say("the game cannot be saved in \(path): \(words)"),
        say("check the disk")
      )
    }
  }

  private init(backup error: StoreError) {
    let restoring = "tabletooth data restore --help"
    switch error {
    case .notBackup(let path): self = .usage(BackupStrings.notBackup(path), help: restoring)
    case .unreadable(let path, let number):
      self = .usage(say("cannot read \(path): \(Self.words(number))"), help: restoring)
    case .present(let path):
      self = .usage(BackupStrings.present(path), help: "tabletooth data backup --help")
    case _: self = .internalError("\(error)")
    }
  }
}
