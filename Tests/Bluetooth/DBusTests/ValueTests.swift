import DBus
import Glibc
import Testing

/// Values go through a real bus and back; one connection sends each as a signal, the other listens.
@Suite struct ValueTests {
  static let samples: [Value] = [
    .byte(255), .boolean(true), .boolean(false), .int16(.min), .uint16(.max), .int32(.min),
    .uint32(.max), .int64(.min), .uint64(.max), .double(-0.1), .string(""),
    .string("六洲棋 \u{1F600}"),
    .objectPath(.root), .variant(.variant(.string("deep"))), .bytes([]), .bytes([0, 255, 7]),
    .strings(["a", "b"]), .strings([]), .array(of: .array(.int32), []),
    .array(of: .array(.int32), [.array(of: .int32, [.int32(1)]), .array(of: .int32, [])]),
    .structure([.byte(1), .structure([.string("in"), .bytes([1])])]),
    .properties(["A": .boolean(true), "B": .bytes([1, 2]), "C": .strings(["x"])]), .properties([:]),
    .dictionary(
      key: .uint16,
      value: .bytesType,
      [.init(.uint16(76), .bytes([1])), .init(.uint16(1), .bytes([]))]
    ),
    .array(of: .structure([.string, .variant]), [.structure([.string("k"), .variant(.byte(1))])]),
  ]

  @Test(arguments: samples)
  func `a value of any type comes back as it was sent`(value: Value) async throws {
    try await withEcho { echo async throws in
      #expect(try await echo(value) == [value])
    }
  }

  @Test func `a signature comes back as it was sent`() async throws {
    let value = Value.signature(try Signature("a{sv}(iay)"))
    try await withEcho { echo async throws in
      #expect(try await echo(value) == [value])
    }
  }

  /// A value that cannot be sent, by the name of what is wrong with it.
  enum Unsendable: String, CaseIterable {
    case elementType, emptyStructure, keyType, string, signature, tooDeep, tooLong

    var values: [Value] {
      switch self {
      case .elementType: [.array(of: .byte, [.string("x")])]
      case .emptyStructure: [.structure([]), .array(of: .structure([]), [])]
      case .keyType: [.dictionary(key: .variant, value: .byte, [])]
      case .string: [.string("a\0b")]
      case .signature: [.structure(Array(repeating: .byte(0), count: 300))]
      case .tooDeep: [nested(33), nestedVariants(65)]
      case .tooLong: [.bytes(Array(repeating: 0, count: Message.maximumBodyLength))]
      }
    }
  }

  @Test(arguments: Unsendable.allCases)
  func `what D-Bus cannot carry is an error`(kind: Unsendable) async throws {
    try await withEcho { echo async throws in
      for value in kind.values {
        let error = await #expect(throws: BusError.self) { try await echo(value) }
        let cause = try #require(error)
        #expect("\(cause)".contains(kind.rawValue))
      }
      #expect(try await echo(.byte(1)) == [.byte(1)])
    }
  }

  @Test func `the deepest value that the specification allows comes back`() async throws {
    try await withEcho { echo async throws in
      #expect(try await echo(nested(32)) == [nested(32)])
    }
  }

  @Test func `a descriptor crosses the bus and is open on the other side`() async throws {
    var ends: [CInt] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let (reading, writing) = (UnixDescriptor(adopting: ends[0]), UnixDescriptor(adopting: ends[1]))
    try await withEcho { echo async throws in
      let reply = try await echo(.unixDescriptor(writing))
      let copy = try #require(reply.first?.unixDescriptor?.release())
      #expect(copy != ends[1])
      #expect(fcntl(copy, F_GETFD) & FD_CLOEXEC != 0)
      #expect(unsafe write(copy, "!", 1) == 1)
      var byte: UInt8 = 0
      let count = reading.withDescriptor { unsafe read($0, &byte, 1) }
      #expect(count == 1 && byte == UInt8(ascii: "!"))
      close(copy)
    }
  }

  @Test func `a descriptor that was handed over cannot be sent`() async throws {
    let descriptor = UnixDescriptor(adopting: dup(0))
    close(try #require(descriptor.release()))
    #expect(descriptor.release() == nil)
    try await withEcho { echo async throws in
      await #expect(throws: BusError.invalidValue(.descriptorGone)) {
        try await echo(.unixDescriptor(descriptor))
      }
    }
  }

  @Test(arguments: ["", "a", "/a/", "//", "/a-b", "/ü", "/a\0"])
  func `what is no object path is refused`(text: String) {
    #expect(throws: InvalidText.objectPath(text)) { try ObjectPath(text) }
  }

  @Test func `paths know their place`() throws {
    let adapter = try ObjectPath("/org/bluez/hci0")
    #expect(try adapter.appending("dev_1").parent == adapter)
    #expect(try adapter.appending("dev_1").isBelow(adapter))
    #expect(try !ObjectPath("/org/bluez/hci01").isAtOrBelow(adapter))
    #expect(adapter.lastElement == "hci0" && ObjectPath.root.parent == .root)
    #expect(adapter.isBelow(.root) && !ObjectPath.root.isBelow(.root))
  }
}

extension ValueType {
  static let bytesType = ValueType.array(.byte)
}

/// Arrays inside each other, this many.
private func nested(_ depth: Int) -> Value {
  (1..<depth).reduce(.array(of: .int32, [.int32(1)])) { value, _ in .array(of: value.type, [value])
  }
}

/// Variants inside each other, this many.
private func nestedVariants(_ depth: Int) -> Value {
  (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) }
}

/// Runs `body` with a function that sends a value over a real bus and returns what arrives.
private func withEcho(
  _ body: (@escaping (Value) async throws -> [Value]) async throws -> Void
) async throws {
  try await withTwoConnections { server, client async throws in
    let path = try ObjectPath("/echo")
    let calls = try await client.signals(matching: MatchRule(path: path, interface: "test.Echo"))
    try await body { value in
      // A signal has no declared types, so any value can go through it.
      try await server.send(.signal(from: path, interface: "test.Echo", member: "Value", [value]))
      for await call in calls { return call.body }
      return []
    }
  }
}
