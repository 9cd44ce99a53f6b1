internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import FoundationEssentials
internal import MatchProtocol
internal import Phrases

/// `tabletooth scan`: lists the tables nearby.
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "List the tables nearby."
  )

  @Flag(help: "Print one JSON object a line, and nothing else.")
  var json = false

  @Option(help: "How many seconds to listen. Hosts can be heard every 1.28 seconds or less often.")
  var seconds = 10

  @OptionGroup var bluetooth: BluetoothOptions

  func validate() throws {
    guard (1...600).contains(seconds) else {
      throw ValidationError("--seconds takes a number from 1 to 600.")
    }
  }

  func run() async throws {
    do {
      let (service, adapter) = try await bluetooth.open()
      if !json { _ = StandardOutput.write(say("Listening for \(seconds) seconds.\n")) }
      let asJSON = json
      let hosts: [FoundHost]
      do {
        hosts = try await service.scan(on: adapter, for: .seconds(seconds)) { host in
          _ = StandardOutput.write((asJSON ? Self.json(host) : Self.line(host)) + "\n")
        }
      } catch {
        await service.close()
        throw error
      }
      await service.close()
      if hosts.isEmpty { throw ExitReason.nobodyFound(asked: nil) }
    } catch {
      throw ExitReason(error)
    }
  }

  private static func line(_ host: FoundHost) -> String {
    let strength = host.strength.map { ", \($0) dBm" } ?? ""
    let taken = host.isTaken ? say(", taken") : ""
    let name = PlayerName(cleaning: host.name ?? say("(no name)"))
    return "\(name)  \(host.address)\(strength)\(taken)"
  }

  /// The members of an object of `--json`.
  private struct Entry: Encodable {
    let name: String?
    let address: String
    let rssi: Int?
    let taken: Bool
  }

  private static func json(_ host: FoundHost) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let entry = Entry(
      name: host.name,
      address: host.address,
      rssi: host.strength,
      taken: host.isTaken
    )
    guard let data = try? encoder.encode(entry) else {
      fatalError("four plain members cannot be encoded")
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension FoundHost {
  /// The signal strength in dBm; `nil` when the controller does not know, which it says by 127.
  fileprivate var strength: Int? { rssi == 127 ? nil : rssi }
}
