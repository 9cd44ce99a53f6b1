internal import MQTT
internal import MatchProtocol

/// What a table knows of other programs of its player.
struct ProgramsAtTable {
  /// After this time without a word the others have had their say.
  static let quiet = Duration.seconds(1)
  /// A table that was away for longer asks the others before it is there again.
  static let longAbsence = Duration.seconds(10)

  private var rivalry: ProgramRivalry
  private let opened = ContinuousClock.now
  private var lost: ContinuousClock.Instant?
  /// What it calls itself at the broker.
  let id = GuestID.random()
  /// Whether it lets the others have their say before its guests hear of it.
  var isHeld: Bool
  /// How much the others have said.
  private(set) var heardCount = 0

  init(_ owner: TableOwner, isHeld: Bool) {
    rivalry = ProgramRivalry(owner.program, random: randomBytes)
    self.isHeld = isHeld
  }

  private var age: UInt64 { UInt64(max(0, (ContinuousClock.now - opened) / .milliseconds(1))) }

  /// The connection to the broker is lost.
  mutating func lose() { lost = lost ?? .now }

  /// The connection stands, again perhaps, and others may hear this program there.
  mutating func announcement(isHeard: Bool) -> ProgramClaim {
    if isHeard, let lost, .now - lost > Self.longAbsence { isHeld = true }
    lost = nil
    return rivalry.announcement(age: age)
  }

  mutating func hear(_ claim: ProgramClaim) -> ProgramRivalry.Outcome {
    let outcome = rivalry.hear(claim, age: age)
    if outcome != .nothing { heardCount += 1 }
    return outcome
  }
}

/// Other programs of the player whose table it is, as on another computer.
extension BrokerHostTransport {
  /// Whether guests do not hear of the table yet.
  var isHeld: Bool { programs?.isHeld ?? false }

  /// The connection stands: first the other programs hear of it, then the guests.
  func begin() async {
    let isHeard = doors.contains(where: \.hasOwner)
    if let claim = programs?.announcement(isHeard: isHeard) { await say(claim) }
    if isHeld { await waitForPrograms() }
    await sayHere()
    await lookForRefusal()
  }

  /// Tells if the broker forbids what is said here: nobody would be heard, and nothing else told.
  private func lookForRefusal() async {
    guard isInDoubt, let door = doors.last, let line else { return }
    isInDoubt = false
    let topics = [door.guestTopic(GuestID.random()), door.hostTopic]
    guard let error = await line.forbidden(of: topics) else { return }
    isInDoubt = true
    tell(.progress(.brokerForbids(error.place)))
  }

  /// Waits until nothing more is heard of other programs.
  private func waitForPrograms() async {
    var count: Int?
    while isHeld, count != programs?.heardCount {
      count = programs?.heardCount
      // Cancelled it ends at once.
      try? await clock.sleep(for: ProgramsAtTable.quiet)
    }
    programs?.isHeld = false
  }

  private func say(_ claim: ProgramClaim) async {
    guard let id = programs?.id else { return }
    for door in doors where door.hasOwner {
      await line?.publishToAll(door.message(claim, ofProgram: id))
    }
  }

  /// Hears `message`, and says whether another program of this player has said it.
  func hearProgram(_ message: MQTTOptions.Message, at door: Door) -> Bool {
    guard case .claim(let claim)? = door.opened(message.payload, by: .owner, at: message.topic)
    else { return false }
    switch programs?.hear(claim) {
    case .says(let claim): later { await $0.say(claim) }
    case .isTakenOver: later { await $0.giveUp() }
    case .nothing, nil: break
    }
    return true
  }

  /// Another program has the table: the guests go there.
  private func giveUp() async {
    await sayGone()
    tell(.ended(because: TransportEnd(BrokerError.takenOver)))
  }
}
