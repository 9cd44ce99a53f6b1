public import ArgumentParser
internal import BoardUI
internal import DBus
internal import Glibc
internal import Phrases
internal import ProcessIO
public import VirtualBlueZ

/// `tabletooth air`: Bluetooth without a radio, for two terminals on one machine.
struct VirtualAirCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "air",
    abstract: "Give the terminals of this computer virtual Bluetooth, without a radio.",
    discussion: """
      tabletooth air
      tabletooth air --adapters 4 --mtu 23

      It prints a line for each adapter and runs until you stop it. Paste each line into its own \
      terminal. Every tabletooth command there then uses the virtual Bluetooth, with a separate \
      folder for that player's games. The folders are deleted at the end.

      While it runs, it reads faults, one per line: drop, advertise, power 0 off, power 0 on, \
      remove 0, return 0, loss 10, refuse 2, hang, restart. The number after loss is packets per \
      thousand, and after refuse it is connection attempts. Other numbers are adapters.
      """
  )

  @Option(help: "The number of virtual adapters: hci0, hci1 and so on.")
  var adapters = 2

  @Option(help: "The ATT MTU of every connection, 23 to 517.")
  var mtu = 517

  @Option(help: "The number of places a packet may be reordered by. BlueZ 5.66 reaches 79.")
  var displacement = 0

  @Option(help: "Lost packets per thousand.")
  var loss = 0

  @Option(help: "The BlueZ version that answers.")
  var like = Behaviour.Release.trixie

  @Option(help: "The number of an adapter that can only join tables, such as 1 for hci1.")
  var centralOnly: Int?

  /// The interval in which each table advertises: BlueZ's default.
  private static let interval = Duration.milliseconds(1_280)

  func validate() throws {
    guard (1...16).contains(adapters), (23...517).contains(mtu) else {
      throw ValidationError(say("--adapters takes 1 to 16, --mtu 23 to 517"))
    }
    guard (0...127).contains(displacement), (0...1_000).contains(loss) else {
      throw ValidationError(say("--displacement takes 0 to 127, --loss 0 to 1000"))
    }
  }

  func run(in environment: Environment) async throws {
    // Before anybody can know that it runs, and stop it.
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    let signals = StopSignals { _ in stop.yield() }
    defer { signals.cancel() }
    var behaviour = Behaviour()
    behaviour.release = like
    behaviour.mtu = mtu
    behaviour.centralOnly = centralOnly
    behaviour.displacement = displacement
    behaviour.lossRate = Double(loss) / 1_000
    do {
      try await PrivateBus.run { [behaviour] bus async throws in
        guard case .address(let address) = bus.address else { return }
        let air = try await VirtualBlueZ.start(
          on: bus.address,
          adapters: adapters,
          behaviour: behaviour
        )
        async let _ = air.repeatAdvertisements(every: Self.interval)
        _ = StandardOutput.write(Self.invitation(address, adapters))
        async let _ = Self.perform(Self.lines(of: environment), on: air)
        // The bus ends first: a daemon that left it before would look like one that failed.
        _ = await stops.first { _ in true }
      }
    } catch let failure as PrivateBus.StartFailure {
      throw ExitReason.usage(failure.text)
    }
  }

  /// The lines of standard input; a program in the background of a terminal reads none.
  private static func lines(of environment: Environment) -> AsyncStream<String> {
    // It would be stopped otherwise.
    signal(SIGTTIN, SIG_IGN)
    let (lines, line) = AsyncStream.makeStream(of: String.self)
    environment.input.read { if case .line(let text) = $0 { line.yield(text) } }
    return lines
  }

  private static func perform(_ lines: AsyncStream<String>, on air: VirtualBlueZ) async {
    for await line in lines where !line.isEmpty {
      _ = StandardOutput.tell(await answer(to: line, on: air) + "\n")
    }
  }

  private static func answer(to line: String, on air: VirtualBlueZ) async -> String {
    guard let command = AirCommand(line) else {
      return say("There is no such fault: \(line)")
    }
    do {
      try await air.perform(command)
      return say("done: \(line)")
    } catch VirtualBlueZ.CommandFailure.noSuchAdapter(let number) {
      return say("There is no adapter \(number).")
    } catch {
      return "\(error)"
    }
  }

  /// The commands for other terminals, with the name by which this program was called.
  private static func invitation(_ address: String, _ adapters: Int) -> String {
    let name = CommandLine.arguments.first ?? "tabletooth"
    let program = name.contains(" ") ? "'\(name)'" : name
    let bus = address.prefix { $0 != "," }
    let folder = bus.drop { $0 != "/" }.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    let lines = (0..<max(adapters, 1)).map { number in
      let name = number < 2 ? ["Anna", "Bert"][number] : "Guest\(number)"
      let adapter = number == 0 ? "" : "TABLETOOTH_ADAPTER=hci\(number) "
      return "export TABLETOOTH_BUS=\(bus) \(adapter)XDG_DATA_HOME=\(folder)/\(name); "
        + "\(program) \(number == 0 ? "host" : "join") --name \(name)\n"
    }
    return say("Paste each line into its own terminal:") + "\n" + lines.joined()
  }
}

extension Behaviour.Release: ExpressibleByArgument {}
