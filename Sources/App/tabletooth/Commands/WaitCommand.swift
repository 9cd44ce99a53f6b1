internal import ArgumentParser
internal import BoardUI
internal import BrokerTransport
internal import MatchProtocol
internal import Phrases

/// `tabletooth wait`: takes in what players say who are there at another time.
struct WaitCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Collect the moves that your contacts leave for you at a broker.",
    discussion: """
      tabletooth wait
      tabletooth wait --on mqtts://broker.example.org

      It opens no table and plays nothing: it saves what comes, says so here and on the desktop, \
      and lets the other players know. Use `tabletooth resume` to answer.
      """
  )

  /// How often new games are looked for.
  private static let interval = Duration.seconds(60)

  @OptionGroup var way: TransportOptions

  func run(in environment: Environment) async throws {
    try way.refuseAddress()
    guard let broker = try way.broker(environment.broker) ?? environment.broker else {
      throw TransportOptions.noneSet
    }
    let postman = Postman(data: try PlayerData.open(in: environment))
    let (events, inbox) = AsyncStream.makeStream(of: LetterService.Event?.self)
    let service = await LetterService(at: broker) { inbox.yield($0) }
    // It ends with the program.
    let timer = Task {
      while true {
        try await Task.sleep(for: Self.interval)
        inbox.yield(nil)
      }
    }
    defer { timer.cancel() }
    let count = try await listen(service, postman)
    let text = broker.description
    tell(count == 0 ? LetterStrings.nothing : LetterStrings.waiting(count, at: text))
    for await event in events { try await take(event, service, postman) }
  }

  private func listen(_ service: LetterService, _ postman: Postman) async throws -> Int {
    let boxes = try postman.boxes()
    await service.listen(to: boxes.map(\.mailbox))
    return boxes.count
  }

  private func take(
    _ event: LetterService.Event?,
    _ service: LetterService,
    _ postman: Postman
  ) async throws {
    switch event {
    case nil: _ = try await listen(service, postman)
    case .up: try await postAll(service, postman)
    case .waits(let attempt, let pause):
      // It is tried for ever, which is told once.
      if attempt == 1 { tell(BridgeStrings.line(.brokerLost(attempt: attempt, after: pause))) }
    case .ended(let error): throw ExitReason(error)
    case .letter(let letter, let session):
      let box = try postman.boxes().first { $0.mailbox.session == session }
      guard let box, let answer = try postman.read(letter, in: box) else { return }
      _ = await service.post(answer.letter, in: session)
      if let heard = answer.heard { await service.remove(heard, in: session) }
      for line in answer.news {
        tell(line)
        DesktopProgram("notify-send")?.run("--", "Tabletooth", line)
      }
    }
  }

  /// Leaves what could not be left before, or was taken away.
  private func postAll(_ service: LetterService, _ postman: Postman) async throws {
    for box in try postman.boxes() {
      guard let letter = try postman.letter(in: box), letter.saysSomething else { continue }
      _ = await service.post(letter, in: box.mailbox.session)
    }
  }

  private func tell(_ line: String?) { if let line { _ = StandardOutput.tell(line + "\n") } }
}
