import MatchPlay
import MatchProtocol

/// The context that a face needs to put a notice into words.
struct Scene: Hashable, Sendable {
  /// The name of the other player.
  let name: String
  /// True if that is only what somebody calls themselves who is new here.
  let isNew: Bool
  /// The name of the player here.
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
  /// True if what the player said lies at a broker.
  let isPosted: Bool
  /// True if the player's folder was deleted with what was kept in it.
  let isFolderGone: Bool
  /// The machine on the other side, where one sits there.
  let machine: Machine?
  /// True if the host has left open who moves first, when it let the one here in.
  let isFirstOpen: Bool
  /// The purpose of the two programs, if nobody plays.
  let errand: Errand?
  /// The spectator's view of the table.
  var watched: WatchedRoom?

  /// The name of the one on the other side, in quotes where that player is new here.
  var title: String { isNew ? MeetingStrings.new(name) : name }
}

extension HostLocation {
  /// True if what the host is called is a name that anybody may have chosen.
  var isCalledByName: Bool { !isAtBroker && name != nil }

  /// The host's name, in quotes if it is a name.
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
      isKept: table.isKept || table.localGame.isKept && machine.app == nil,
      isPosted: isPosted,
      isFolderGone: leaving?.isAirEnded == true,
      machine: table.hasMachine ? machine : nil,
      isFirstOpen: table.offer?.isFirstOpen == true,
      errand: table.rules.errand,
      watched: table.watching
    )
  }
}

extension ExitReason {
  /// True if `tabletooth air` has ended, which deletes the folders of its players.
  fileprivate var isAirEnded: Bool {
    if case .linkLost(_, .airEnded) = self { true } else { false }
  }
}
