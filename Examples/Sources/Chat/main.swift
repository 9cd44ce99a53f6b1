import BlueZ
import Foundation

// Two people chat: whoever starts second finds the first one, and connects to it.
let lines = AsyncStream<String> { lines in
  Thread.detachNewThread {
    while let line = readLine() { lines.yield(line) }
    lines.finish()
  }
}

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  if let other = try? await radio.first(offering: NordicUART.self, within: .seconds(3)) {
    try await radio.withConnection(to: other, expecting: NordicUART.self) { connection in
      print("connected")
      try await chat(connection.values(of: NordicUART.tx)) { line in
        try await connection.write(Array(line.utf8), to: NordicUART.rx)
      }
    }
  } else {
    try await radio.serve(NordicUART.self, as: "Chat") { server in
      print("waiting")
      try await chat(server.writes(to: NordicUART.rx).map(\.value)) { line in
        try await server.notify(Array(line.utf8), of: NordicUART.tx)
      }
    }
  }
}

/// Sends each line of the input, and prints each message that comes.
func chat(
  _ messages: some AsyncSequence<[UInt8], BlueZError> & Sendable,
  _ send: @escaping @Sendable (String) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { for await line in lines { try await send(line) } }
    group.addTask {
      for try await text in messages { print("<", String(decoding: text, as: UTF8.self)) }
    }
    try await group.next()
    group.cancelAll()
  }
}
