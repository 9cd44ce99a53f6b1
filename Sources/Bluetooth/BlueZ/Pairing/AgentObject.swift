internal import DBus
internal import Synchronization

/// An agent as an object that bluetoothd calls.
final class AgentObject: Sendable {
  let path: ObjectPath
  private let agent: PairingAgent
  /// The task that waits for a person; bluetoothd asks one question at a time.
  private let asking = Mutex<Task<Void, Never>?>(nil)

  /// The number of agents that this process has made: each has an object of its own.
  private static let count = Atomic<Int>(0)

  init(_ agent: PairingAgent) throws(InvalidText) {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    path = try ObjectPath("/tabletooth/agent\(number)")
    self.agent = agent
  }

  /// The arguments of `RegisterAgent`.
  var registration: [Value] { [.objectPath(path), .string(agent.ability.rawValue)] }

  /// The task of the last question is of no use any longer.
  func cancel() {
    asking.withLock { $0?.cancel() }
  }

  /// The interface, whose questions are answered over the connection of `service`.
  func exported(by service: BluetoothService) -> ExportedInterface {
    let device = ExportedArgument("device", .objectPath)
    let passkey = ExportedArgument("passkey", .uint32)
    let text = ExportedArgument("text", .string)
    return ExportedInterface(
      BlueZName.agent,
      methods: [
        question("RequestAuthorization", [device], to: service) { device, _ in .mayPair(device) },
        question("RequestConfirmation", [device, passkey], to: service) { device, number in
          number.map { .isSame($0, device) }
        },
        question("RequestPasskey", [device], [passkey], to: service) { device, _ in .type(device) },
        question(
          "DisplayPasskey",
          [device, passkey, ExportedArgument("entered", .uint16)],
          to: service
        ) { device, number in
          number.map { .show($0, device) }
        },
        // These are Bluetooth classic's.
        refusal("RequestPinCode", [device], [text]),
        refusal("DisplayPinCode", [device, text]),
        refusal("AuthorizeService", [device, text]),
        ExportedMethod("Cancel") { [weak self] _ in
          self?.cancel()
          return .values([])
        },
        ExportedMethod("Release") { _ in .values([]) },
      ],
      properties: [:]
    )
  }

  private func refusal(
    _ name: String,
    _ arguments: [ExportedArgument],
    _ results: [ExportedArgument] = []
  ) -> ExportedMethod {
    ExportedMethod(name, arguments: arguments, results: results) { _ in Self.refusal }
  }

  private func question(
    _ name: String,
    _ arguments: [ExportedArgument],
    _ results: [ExportedArgument] = [],
    to service: BluetoothService,
    _ make: @escaping @Sendable (Device, Passkey?) -> PairingQuestion?
  ) -> ExportedMethod {
    ExportedMethod(name, arguments: arguments, results: results) { [weak self, weak service] call in
      guard let self, let service, let path = call.body.first?.objectPath else {
        return Self.refusal
      }
      let passkey = call.body.dropFirst().first?.integer.flatMap(UInt32.init(exactly:))
        .flatMap(Passkey.init)
      let task = Task {
        let question = await service.device(at: path).flatMap { make($0, passkey) }
        let reply = await self.reply(to: question)
        // Without a bus nobody waits.
        try? await service.connection.reply(to: call, reply)
      }
      asking.withLock { $0 = task }
      return .later
    }
  }

  private func reply(to question: PairingQuestion?) async -> MethodReply {
    guard let question else { return Self.refusal }
    switch (question, await agent.answer(question)) {
    case (.type, .passkey(let passkey)): return .values([.uint32(passkey.number)])
    case (.mayPair, .accept), (.isSame, .accept), (.show, .accept): return .values([])
    case (.type, .accept), (.mayPair, _), (.isSame, _), (.show, _), (.type, .refuse):
      return Self.refusal
    }
  }

  private static let refusal = MethodReply.failure(
    name: BlueZErrorName.rejected.fullName,
    text: ""
  )
}
