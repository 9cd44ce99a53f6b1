internal import DBus

extension Publishing {
  static func message(for call: Call) -> Message {
    switch call {
    case .makeGroup: .toServer("EntryGroupNew")
    case .add(let path, let entry):
      .to(
        .group(path),
        "AddService",
        entry.start + [.string(""), .string(""), .uint16(entry.port), entry.textValue]
      )
    case .commit(let path): .to(.group(path), "Commit")
    case .update(let path, let entry):
      .to(.group(path), "UpdateServiceTxt", entry.start + [.string(""), entry.textValue])
    case .propose(let name): .toServer("GetAlternativeServiceName", [.string(name)])
    case .reset(let path): .to(.group(path), "Reset")
    case .free(let path): .to(.group(path), "Free")
    }
  }

  static func answer(to call: Call, _ reply: Result<[Value], AvahiError>) -> Answer {
    switch (call, reply) {
    case (_, .failure(let error)): return .failure(error)
    case (.makeGroup, .success(let values)):
      if let path = values.first?.objectPath { return .group(path) }
    case (.propose, .success(let values)):
      if let name = values.first?.string { return .name(name) }
    case (_, .success): return .done
    }
    return .failure(.refused(name: "", words: "an answer of another shape"))
  }

  static func signal(_ message: Message) -> GroupSignal? { GroupSignal(message) }
}

extension Publishing.Entry {
  /// The arguments `iiuss`: interface, both of IPv4 and IPv6, no flags, name and type.
  fileprivate var start: [Value] {
    [.int32(interface), .int32(AvahiName.all), .uint32(0), .string(name), .string(type)]
  }

  fileprivate var textValue: Value {
    .array(of: .array(.byte), text.entries.map(Value.bytes))
  }
}
