import MatchPlay
import MatchProtocol

/// What a face has to know besides a notice to put it into words.
struct Scene: Hashable, Sendable {
  /// What the one on the other side is called.
  let name: String
  /// True if that is only what somebody calls themselves who is new here.
  let isNew: Bool
  /// What the player here is called.
  let ownName: String
  let role: Role
  let isSuspended: Bool
  let isRobotHere: Bool
  let isInMatch: Bool
  /// True if the table can be found by another way than the one that was told last.
  let isOpenElsewhere: Bool
  /// True if the match was begun by another way than Bluetooth.
  let isBegunElsewhere: Bool
  /// True if the game goes on when the program is started again.
  let isKept: Bool
  /// The machine on the other side, where one sits there.
  let machine: Machine?
  /// True if the host has left open who moves first, when it let the one here in.
  let isFirstOpen: Bool
  /// What the two programs are there for, where nobody plays.
  let errand: Errand?
  /// What is seen of the room, by one who only watches.
  var watched: WatchedRoom?

  /// The name of the one on the other side, in quotes where that player is new here.
  var title: String { isNew ? MeetingStrings.new(name) : name }
}

extension HostLocation {
  /// What the host is called, in quotes where that is a name.
  var heading: String {
    let text = PrintableText(title).text
    return isCalledByName ? MeetingStrings.new(text) : text
  }
}

extension App {
  var scene: Scene {
    Scene(
      name: table.hasMachine
        ? RobotStrings.name(machine) : other.map { PrintableText($0).text } ?? Strings.nobody,
      isNew: isOtherNew && !table.hasMachine,
      ownName: PrintableText(self.name?.description ?? "").text,
      role: table.role,
      isSuspended: table.isSuspended,
      isRobotHere: player == .robot,
      isInMatch: table.phase != .open,
      isOpenElsewhere: isOpenElsewhere,
      isBegunElsewhere: isBegunElsewhere,
      isKept: table.isKept || table.localGame.isKept,
      machine: table.hasMachine ? machine : nil,
      isFirstOpen: table.offer?.isFirstOpen == true,
      errand: table.rules.errand,
      watched: table.watching
    )
  }
}
