/// Which of the two computers of a match this is.
public enum Role: Hashable, Sendable {
  /// The one that opened the table.
  case host

  /// The one that joined it.
  case guest
}
