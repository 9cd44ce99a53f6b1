import BlueZ

try await withBluetooth(adapter: CommandLine.arguments.dropFirst().first) { radio in
  let echo = try await radio.first(offering: NordicUART.self)
  try await radio.withConnection(to: echo, expecting: NordicUART.self) { connection in
    let answers = try await connection.values(of: NordicUART.tx)
    while let line = readLine() {
      try await connection.write(Array(line.utf8), to: NordicUART.rx)
      guard let answer = try await answers.next(within: .seconds(5)) else { break }
      print(String(decoding: answer, as: UTF8.self))
    }
  }
}
