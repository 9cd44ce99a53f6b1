public import BlueZ
public import GameRules

/// What BlueGame, an app for the iPhone of 2016, sends and understands.
///
/// One packet is one move: the place of the point from the top left, row by row, in decimal digits.
/// A host that wants to move second sends `-1` first. There is nothing else.
public enum BlueGame {
  /// The name that hosts advertise, without a service.
  public static let name = "WUZIGame"
  /// The service of a host.
  public static let service: BluetoothUUID = "68753A44-4D6F-1226-9C60-0050E4C00067"
  /// The characteristic on which the host notifies, which has the UUID of the service.
  public static let notify = service
  /// The characteristic to which the guest writes commands.
  public static let write: BluetoothUUID = "68753A44-4D6F-1226-9C60-0050E4C00068"

  /// The board of the app.
  public static let size = BoardSize(columns: 12, rows: 20)

  /// The rules of the app, with its mistake: rows continue behind the right edge.
  public static var game: Game { .gomoku(terms) }

  static var terms: GomokuTerms {
    guard let terms = GomokuTerms(rule: .freestyle, size: size, edgeFives: .wrap) else {
      fatalError("freestyle has boards of \(size) points")
    }
    return terms
  }

  static let gattService = GATTService(
    service,
    characteristics: [
      GATTCharacteristic(notify, flags: [.notify]),
      GATTCharacteristic(write, flags: [.writeWithoutResponse]),
    ]
  )

  // MARK: Texts

  /// A text of the app.
  enum Text: Hashable {
    /// The receiver moves first.
    case youMoveFirst
    /// A stone on this point.
    case stone(Point)

    /// Reads digits, or `-1`; nil for anything else, leading zeros and spaces included.
    init?(_ bytes: [UInt8]) {
      guard bytes != Array("-1".utf8) else {
        self = .youMoveFirst
        return
      }
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      guard (1...3).contains(bytes.count), bytes.allSatisfy(digits.contains),
        bytes.count == 1 || bytes.first != digits.lowerBound,
        case let index = bytes.reduce(0, { $0 * 10 + Int($1 - digits.lowerBound) }),
        let point = Point(
          column: index % BlueGame.size.columns,
          row: BlueGame.size.rows - 1 - index / BlueGame.size.columns
        )
      else { return nil }
      self = .stone(point)
    }

    var bytes: [UInt8] {
      switch self {
      case .youMoveFirst: Array("-1".utf8)
      case .stone(let point):
        Array(
          String((BlueGame.size.rows - 1 - point.row) * BlueGame.size.columns + point.column).utf8
        )
      }
    }
  }
}
