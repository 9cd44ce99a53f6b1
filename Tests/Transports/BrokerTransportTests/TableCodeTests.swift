import BrokerTransport
import MQTT
import MatchProtocol
import TestSupport
import Testing

/// What a host gives to a guest.
@Suite struct TableCodeTests {
  private static let broker = BrokerList(BrokerAddress(.secure, host: "broker.example.org"))

  private static func code(_ byte: UInt8 = 7) throws -> TableCode {
    let digest = try #require(TableDigest(Array(repeating: byte, count: 16)))
    return TableCode(broker, digest)
  }

  @Test func `a code is read as it was written, also in capitals and without dashes`() throws {
    let code = try Self.code()
    #expect(code.text.hasPrefix("mqtts://broker.example.org/1"))
    #expect(code.code.count == 35)
    #expect(try TableCode(code.text, at: nil) == code)
    #expect(try TableCode("  \(code.text) ", at: nil) == code)
    #expect(try TableCode(code.code, at: Self.broker) == code)
    let bare = code.code.filter { $0 != "-" }.uppercased()
    #expect(try TableCode(bare, at: Self.broker) == code)
    let misread = code.code.replacing("0", with: "o").replacing("1", with: "l")
    #expect(try TableCode(misread, at: Self.broker) == code)
  }

  /// What is typed, and what it is meant as.
  private static let readings: [(String, TableCode.Reading)] = [
    ("1vca4-409vm-2vgbn-371de-zd4cm-8shvt", .code), ("1vca4409vm2vgbn371dezd4cm8shvt", .code),
    ("2VCA4 409VM 2VGBN 371DE ZD4CM 8SHVT", .code), ("lvca4409vm2vgbn371dezd4cm8shvt", .code),
    ("mqtt://a", .code), ("a/1", .code),
    // Of another version.
    ("3d7st7yf902hkwppdha4cp0zer5jzm", .code), ("3d7st-7yf90-2hkwp-pdha4-cp0ze-r5jzm", .code),
    ("3d7st7yf902hkwppdha4cp0zer5jz", .nameOrCode), ("9d7st-7yf90", .name),
    // Cut, or with a letter that no code has.
    ("1vca4-409vm-2vgbn-371de-zd4cm-8shv", .code), ("1vca4-409vm-2vgbn", .code),
    ("1vca4-4u9vm-2vgbn-371de-zd4cm-8shvt", .code), ("3vca4-409vm-2vgbn-371de-zd4cm-8shvt", .code),
    ("1vca4-409vm-2vgb", .nameOrCode), ("1vca4-409vm", .nameOrCode), ("1vca4-4", .nameOrCode),
    ("1vca4409vm2vgbn371dezd4cm8shv", .nameOrCode), ("1vca4409vm2vgbn", .nameOrCode),
    // What people and their tables are called.
    ("Anna", .name), ("00:AA:01:00:00:10", .name), ("2pac4life", .name), ("1love-peace", .name),
    ("1vca4", .name), ("Maria-Pedro-Jonas", .name), ("2024-chess-club-9", .name),
    ("2024-chess-match-9", .name),
    ("2 cats and a chess board at 8", .name), ("little red riding hood and wolf", .name),
    ("isabellamargaretaabbeybarbamen", .name), ("3cats and a dog that play chess", .name),
    ("3amtsdamenanderbarmittennachts", .name), ("3 amtsdamen an der bar 2 nachts", .name),
    ("", .name), ("-", .name), ("----1", .name),
  ]

  @Test(arguments: readings)
  func `a code is told from a name, also where it was cut`(
    text: String,
    reading: TableCode.Reading
  ) {
    #expect(TableCode.reading(of: text) == reading)
  }

  @Test func `the code of a bridge follows from its secret, and says nothing of the host`() throws {
    let code = TableCode(bridgedAt: Self.broker, secret: Array(1...32))
    #expect(code.code.hasPrefix("2") && code.isBridged && code.host == nil)
    #expect(try TableCode(code.text, at: nil) == code)
    #expect(TableCode(bridgedAt: Self.broker, secret: Array(2...33)) != code)
    #expect(throws: TableCode.Broken.checksum) {
      try TableCode("1" + code.code.dropFirst(), at: Self.broker)
    }
  }

  @Test func `any letter that is wrong is noticed, and any other broker`() throws {
    let code = try Self.code()
    let letters = Array(code.code)
    for (index, letter) in letters.enumerated() where letter != "-" && index > 0 {
      var other = letters
      other[index] = letter == "z" ? "y" : "z"
      #expect(throws: TableCode.Broken.checksum) {
        try TableCode(String(other), at: Self.broker)
      }
    }
    let elsewhere = BrokerList(BrokerAddress(.secure, host: "broker.example.com"))
    #expect(throws: TableCode.Broken.checksum) { try TableCode(code.code, at: elsewhere) }
  }

  @Test func `what is no code says why`() throws {
    let code = try Self.code().code
    let wrong: [(String, TableCode.Broken)] = [
      ("", .length(0)), (String(code.dropLast()), .length(29)), (code + "0", .length(31)),
      ("3" + code.dropFirst(), .version("3")),
      // Nobody makes of a host's code one that says nothing of the host.
      ("2" + code.dropFirst(), .checksum),
      ("1" + code.dropFirst().dropLast() + "é", .letter("é")),
      ("http://x/" + code, .broker("http://x")), ("/" + code, .broker("")),
    ]
    for (text, failure) in wrong {
      #expect(throws: failure, "\(text)") { try TableCode(text, at: Self.broker) }
    }
    #expect(throws: TableCode.Broken.noBroker) { try TableCode(code, at: nil) }
  }

  @Test func `several addresses of a broker are one broker`() throws {
    let brokers = try #require(BrokerList("mqtt://a,mqtts://b:1,mqtt://[::1]"))
    #expect(brokers.addresses.count == 3)
    let digest = try #require(TableDigest(Array(repeating: 1, count: 16)))
    let code = TableCode(brokers, digest)
    #expect(try TableCode(code.text, at: nil) == code)
    for text in ["", "a,", "a,,b", "a b", Array(repeating: "a", count: 9).joined(separator: ",")] {
      #expect(BrokerList(text) == nil)
    }
  }

  @Test func `no text ends the program`() {
    var random = SeededGenerator(seed: 3)
    let letters = Array("1abz-/:,. oilu\u{0}é六")
    for length in 0..<2_000 {
      let text = String((0..<length % 80).compactMap { _ in letters.randomElement(using: &random) })
      _ = try? TableCode(text, at: Self.broker)
      _ = TableCode.reading(of: text)
    }
  }
}
