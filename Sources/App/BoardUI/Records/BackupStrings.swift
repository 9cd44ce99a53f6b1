import Phrases

/// Messages of `backup` and `restore`.
public enum BackupStrings {
  /// The prompt for the same passphrase again.
  public static var again: String { say("Repeat the passphrase:") }
  /// The prompt for the passphrase of a backup.
  public static var passphrase: String { say("Passphrase for the key:") }

  /// That a new passphrase is too short.
  public static func tooShort(_ limit: Int) -> String {
    say("the passphrase is shorter than \(limit) characters, so nothing was written")
  }

  /// That a backup has no key.
  public static func noKey(_ file: String) -> String {
    say("\(PrintableText(file, limit: 200).text) contains no key; leave out --with-key")
  }

  /// That a file is no backup.
  public static func notBackup(_ file: String) -> String {
    say(
      """
      \(PrintableText(file, limit: 200).text) is not a backup or is damaged, so nothing was \
      changed
      """
    )
  }

  /// That a file is there already where a backup was to be made.
  public static func present(_ file: String) -> String {
    say(
      """
      \(PrintableText(file, limit: 200).text) already exists, and a backup never overwrites a \
      file; name another one
      """
    )
  }

  /// That a backup was made.
  public static func made(_ file: String, games: Int, hasKey: Bool) -> String {
    let key = hasKey ? say("with your key, under the passphrase") : say("without your key")
    return say("\(games, "game is", "games are") in \(file), \(key).")
  }

  /// That a backup was brought back.
  public static func restored(_ aside: String?) -> String {
    say("Restored your games.") + (aside.map { say(" The previous data is now \($0).") } ?? "")
  }

  /// That nobody is known without the key, which the backup may have.
  public static func strangers(hasKey: Bool) -> String {
    "A new key was made: the players you know are strangers, and you to them, until your old key is "
      + (hasKey
        ? "back. It is in this backup: add --with-key." : "back. This backup does not have it.")
  }

  /// That the key was brought back.
  public static func keyRestored(_ aside: String?) -> String {
    say("Restored your key.") + (aside.map { say(" The previous key is now \($0).") } ?? "")
  }
}
