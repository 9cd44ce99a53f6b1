/// The times of a session, the same for every program: docs/reference/protocol.md, sections 3, 5
/// and 6.
public enum SessionTimes {
  /// After this time without a packet sent, a keep-alive is sent.
  package static let keepAlive = Duration.seconds(5)

  /// After this time without a packet received, the other side is quiet: its keep-alive is three
  /// seconds late.
  package static let quiet = Duration.seconds(8)

  /// After this time without a packet received, the other side is gone, and the link is given up.
  package static let silence = Duration.seconds(15)

  /// The time for which the acknowledgement of a fragment may wait for a packet that carries it.
  package static let acknowledgement = Duration.milliseconds(100)

  /// The time for which a seat is kept for a guest whose link was lost, and for which that guest
  /// looks for its host.
  public static let seat = Duration.seconds(600)

  /// The time that two players may take to compare their digits.
  package static let introduction = Duration.seconds(60)

  /// After this time without an answer, a guest says its Hello or Resume again for the first time:
  /// one of a few packets may be lost, and a link that is good answers in a tenth of that.
  package static let helloFirstRepeat = Duration.milliseconds(300)

  /// After this time without an answer, a guest says its Hello or Resume again and again.
  package static let helloRepeat = Duration.seconds(1)

  /// A greeting, or an exchange of keys, that takes longer than this has failed.
  package static let handshake = Duration.seconds(15)

  /// The time that a side waits for the answer to its goodbye, and a host for a refused guest to
  /// go.
  package static let farewell = Duration.seconds(2)

  /// The time that a side that leaves after a game waits for messages to arrive that the game does
  /// not depend on, such as chat.
  package static let lastWords = Duration.seconds(10)

  /// A guest that is told to try later says Hello again after this time, which keeps its turn.
  package static let turnRepeat = Duration.seconds(5)

  /// The time for which a guest tries again at a host that hangs up without an answer.
  public static let crowd = Duration.seconds(30)

  /// The time for which a guest continues to try that is told to try later.
  package static let turn = Duration.seconds(180)
}
