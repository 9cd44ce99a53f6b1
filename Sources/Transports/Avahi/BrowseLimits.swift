/// How much a search takes from a network on which anybody may say anything.
public struct BrowseLimits: Hashable, Sendable {
  /// The number of announcements that are known; one service has one for each interface and each of
  /// IPv4 and IPv6.
  ///
  /// More are passed over.
  public var announcements: Int
  /// The number of those whose addresses are followed, the oldest first.
  ///
  /// The others wait until one of these is withdrawn. avahi-daemon allows a program 1,024 objects.
  public var followed: Int
  /// The number of those that are asked for at the same time.
  public var asked: Int
  /// How long a service may take to say where it is.
  ///
  /// avahi-daemon itself gives up after 5 seconds.
  public var answer: Duration
  /// The time after which a service that did not answer is asked again; it doubles each time, up to
  /// 32 times of this.
  public var pause: Duration

  /// Limits for a network with a classroom of tables.
  public init(
    announcements: Int = 1_024,
    followed: Int = 512,
    asked: Int = 16,
    answer: Duration = .seconds(10),
    pause: Duration = .seconds(10)
  ) {
    self.announcements = announcements
    self.followed = followed
    self.asked = asked
    self.answer = answer
    self.pause = pause
  }
}
