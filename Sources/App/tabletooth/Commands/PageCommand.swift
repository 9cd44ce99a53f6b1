internal import ArgumentParser
internal import Phrases
internal import ProcessIO
internal import StreamTransport
internal import WebTransport

/// `tabletooth page`: serves the page to a browser on this computer.
struct PageCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "page",
    abstract: "Serve the browser page on this computer until you press control-C.",
    discussion: """
      tabletooth page

      The page plays over Bluetooth with a nearby table, in browsers with Web Bluetooth, and \
      against the robot. For browsers on other computers, see tabletooth host --on web.
      """
  )

  @Option(help: "The port of the page. 0 picks a free one.")
  var port = WebTransport.usualPort + 1

  func run(in environment: Environment) async throws {
    // Before anybody can know that it runs, and stop it.
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    let signals = StopSignals { _ in stop.yield() }
    defer { signals.cancel() }
    let page = try WebPage.installed()
    let transport: StreamHostTransport
    do {
      let here = StreamAddress(host: "localhost", port: port)
      transport = try await WebTransport.serve(page, at: here)
    } catch {
      throw PageError.noAddress(error)
    }
    let port = await transport.addresses.first?.port ?? port
    _ = StandardOutput.write(
      say("Open in a browser on this computer: \("http://localhost:\(port)/")") + "\n"
    )
    _ = await stops.first { _ in true }
    await transport.close()
  }
}
