/// How long a session waits for what.
public enum SessionTimes {
  /// A side that has sent nothing for so long sends a keep-alive.
  public static let keepAlive = Duration.seconds(5)

  /// A side that was not heard for so long should have been: a keep-alive is three seconds late.
  public static let quiet = Duration.seconds(8)

  /// A side that was not heard for so long is gone, and its link is given up.
  public static let silence = Duration.seconds(15)

  /// How long the acknowledgement of a fragment may wait for a packet that carries it.
  public static let acknowledgement = Duration.milliseconds(100)

  /// How long a seat is kept for a guest whose link was lost, and how long that guest looks for its host.
  public static let seat = Duration.seconds(600)

  /// How long two players may take to compare their digits.
  public static let introduction = Duration.seconds(60)

  /// A guest that has no answer repeats its Hello so often.
  public static let helloRepeat = Duration.seconds(3)

  /// A greeting that takes longer has failed.
  public static let handshake = Duration.seconds(15)

  /// How long a side that said goodbye waits for the answer, and a host for a refused guest to go.
  public static let farewell = Duration.seconds(2)
}
