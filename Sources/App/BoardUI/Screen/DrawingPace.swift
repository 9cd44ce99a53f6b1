/// The pace of drawing: at once after an input of the player and at an end, and otherwise at most
/// twenty times per second, because a file comes in hundreds of packets per second.
public struct DrawingPace: Hashable, Sendable {
  /// The time between two drawings that nobody waits for.
  public static let interval = Duration.milliseconds(50)

  private var drawnAt: Duration?
  private var isLate = false

  /// Nothing is drawn yet.
  public init() {}

  /// When the screen is to be drawn at the latest, if what it shows is not the latest.
  public var deadline: Duration? { isLate ? drawnAt.map { $0 + Self.interval } : nil }

  /// True if the screen is drawn after `event`, which led to `orders` at `now`.
  public mutating func isDue(after event: Event, _ orders: Orders, now: Duration) -> Bool {
    isLate = !isAwaited(event, orders) && drawnAt.map { now < $0 + Self.interval } ?? false
    if !isLate { drawnAt = now }
    return !isLate
  }

  private func isAwaited(_ event: Event, _ orders: Orders) -> Bool {
    switch event {
    case .terminal, .interrupted, .shown, .work(.setting): true
    case .line, .typing, .inputClosed, .outputClosed, .request, .link, .progress, .route, .ranked,
      .work,
      .tick:
      orders.end != nil
    }
  }
}
