internal import ArgumentParser
internal import BoardUI
internal import Glibc
internal import MatchProtocol
internal import MatchStore
internal import Phrases

/// `tabletooth data`: copies of all that is kept.
struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: "Back up your games and contacts, or restore a backup.",
    discussion: """
      tabletooth data backup games.backup
      tabletooth data restore games.backup
      """,
    subcommands: [BackupCommand.self, RestoreCommand.self]
  )
}

/// `tabletooth data backup`: copies all that is kept into one file.
struct BackupCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up your games and contacts to one file.",
    discussion: """
      tabletooth data backup games.backup

      The key by which other players know you is left out unless you use --with-key. A passphrase \
      then protects it. Type it at the terminal, or send it as the first line of a pipe.
      """
  )

  @Argument(help: "The file, which must not exist yet.")
  var file: String

  @Flag(help: "Also save your key, protected by a passphrase.")
  var withKey = false

  func run(in environment: Environment) throws {
    let playerData = try PlayerData.open(in: environment)
    var sealed: SealedKey?
    if withKey {
      let passphrase = try Passphrase.ask(say("A passphrase for your key:"))
      guard passphrase.count >= Passphrase.minimumLength else {
        throw ExitReason.usage(BackupStrings.tooShort(Passphrase.minimumLength))
      }
      guard !Passphrase.isEasilyGuessed(passphrase) else {
        throw ExitReason.usage(
          say(
            "the passphrase is easy to guess, so nothing was written; use several unrelated words"
          )
        )
      }
      if isatty(STDIN_FILENO) == 1 {
        guard try Passphrase.ask(BackupStrings.again) == passphrase else {
          throw ExitReason.usage(say("the passphrases differ, so nothing was written"))
        }
      }
      sealed = try playerData.sealedKey(under: passphrase)
    }
    let now = Timestamp.now.seconds
    try playerData.store.backUp(to: file, with: sealed, at: now)
    let games = try playerData.store.games().count
    guard StandardOutput.tell(BackupStrings.made(file, games: games, hasKey: withKey) + "\n")
    else { throw ExitReason.outputClosed }
  }
}

/// `tabletooth data restore`: brings back what `backup` has copied.
struct RestoreCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore a backup made by `tabletooth data backup`.",
    discussion: """
      tabletooth data restore games.backup

      Your current data is moved aside, and its new name is printed. To restore a key from the \
      file, use --with-key and its passphrase.
      """
  )

  @Argument(help: "The file made by `tabletooth data backup`.")
  var file: String

  @Flag(help: "Also restore your key.")
  var withKey = false

  func run(in environment: Environment) throws {
    let backup = try StoreBackup(at: file)
    var secret: [UInt8]?
    if withKey {
      guard let key = backup.key else { throw ExitReason.usage(BackupStrings.noKey(file)) }
      secret = key.secret(by: try Passphrase.ask(BackupStrings.passphrase))
      guard secret != nil else {
        throw ExitReason.usage(say("the passphrase is wrong, so nothing was changed"))
      }
    }
    let folder = try PlayerData.folder(in: environment)
    let aside = try MatchStore.restore(backup, in: folder)
    var told = [BackupStrings.restored(aside)]
    if let secret {
      let keyAside = try PlayerKeyFile(in: folder).replace(by: secret)
      told.append(BackupStrings.keyRestored(keyAside))
    } else {
      // With what is back, no key could be made any more.
      var isNew = false
      _ = try PlayerKeyFile(in: folder).key { isNew = true }
      if isNew, try !PlayerData.open(in: environment).store.trustBook().players.isEmpty {
        told.append(BackupStrings.strangers(hasKey: backup.key != nil))
      }
    }
    guard StandardOutput.tell(told.joined(separator: "\n") + "\n") else {
      throw ExitReason.outputClosed
    }
  }
}

/// A passphrase as it is typed.
enum Passphrase {
  /// The number of characters a new one has at least.
  static let minimumLength = 8

  /// Words that passphrases are made of by those who are asked for one; each is tried first by
  /// whoever has the file.
  private static let usualWords = [
    "password", "passwort", "passphrase", "passw", "qwerty", "qwertz", "azerty", "asdf", "yxcv",
    "zxcv", "letmein", "welcome", "admin", "master", "secret", "iloveyou", "woaini", "dragon",
    "monkey",
    "football", "baseball", "sunshine", "princess", "superman", "trustno", "changeme", "tabletooth",
    "gomoku", "xiangqi", "mima", "test", "abcd", "abc", "qazwsx", "qaz", "wsx", "edc",
    "uiop", "qwer",
  ]

  /// The letters that stand for others in passphrases such as `P@ssw0rd`.
  private static let disguises: [Character: Character] = [
    "@": "a", "4": "a", "0": "o", "1": "i", "!": "i", "3": "e", "$": "s", "5": "s", "7": "t",
  ]

  /// True if `text` is among those that are tried first: usual words with a few letters, digits and
  /// signs, a date or a number, or few different characters.
  static func isEasilyGuessed(_ text: String) -> Bool {
    let lower = text.lowercased()
    let undisguised = String(lower.map { disguises[$0] ?? $0 })
    let isUsual = [lower, undisguised].contains { text in
      let letters = text.filter(\.isLetter)
      let rest = usualWords.reduce(letters) { $0.replacing($1, with: "") }
      return rest.count < 4 && rest != letters
    }
    let isNumber = text.count < 16 && !text.contains(where: \.isLetter)
    return isUsual || isNumber || Set(lower).count < 5 || isRow(lower)
  }

  /// True if each character follows the one before it, as in `abcdefgh`.
  private static func isRow(_ text: String) -> Bool {
    let values = text.unicodeScalars.map { Int($0.value) }
    let steps = Set(zip(values.dropFirst(), values).map { $0 - $1 })
    return steps.count == 1
  }

  /// Asks for it, and shows nothing of it; a pipe says it in its next line.
  ///
  /// - Throws: `ExitReason` where the input has ended.
  static func ask(_ question: String) throws -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    var settings = termios()
    if isTerminal {
      unsafe tcgetattr(STDIN_FILENO, &settings)
      var silent = settings
      silent.c_lflag &= ~tcflag_t(ECHO)
      _ = StandardOutput.tell(question + " ")
      unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    }
    let line = StandardInput.nextLine()
    if isTerminal {
      unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
      _ = StandardOutput.tell("\n")
    }
    guard let line else { throw ExitReason.usage(say("the input ended without a passphrase")) }
    return line
  }
}
