internal import BlueZ
internal import DBus

extension Air {
  /// The longest value that a write brings to a server, in bytes: 512 by the specification, less
  /// two that 5.68 and older miscount, or four in a reliable write.
  func longestWrite(isReliable: Bool = false) -> Int {
    let isOld = behaviour.losesLongWrites || behaviour.release == .bookworm
    return isOld ? (isReliable ? 508 : 510) : 512
  }

  // MARK: Over the air

  /// Sends a packet over the channel of a link, and hands over what arrives by that.
  mutating func carry(_ packet: Packet, toCentral: Bool, _ id: LinkID) {
    guard var link = links[id] else { return }
    link.packets += 1
    guard link.packets != behaviour.dropsLinkAtPacket else {
      disconnect(id)
      return
    }
    let arriving: [Packet]
    if toCentral {
      arriving = link.toCentral.add(packet, behaviour)
    } else {
      arriving = link.toPeripheral.add(packet, behaviour)
    }
    if !link.isSettling, link.toCentral.isHolding || link.toPeripheral.isHolding {
      link.isSettling = true
      link.beginSettling()
      act(.settle(id))
    }
    links[id] = link
    arrive(arriving, toCentral: toCentral, id)
  }

  /// Nothing more was on its way: what is held back arrives, unless more came meanwhile.
  mutating func settle(_ id: LinkID) {
    guard var link = links[id] else { return }
    if link.toCentral.isBusy || link.toPeripheral.isBusy {
      link.beginSettling()
      links[id] = link
      act(.settle(id))
      return
    }
    link.isSettling = false
    let toCentral = link.toCentral.flush()
    let toPeripheral = link.toPeripheral.flush()
    links[id] = link
    arrive(toCentral, toCentral: true, id)
    arrive(toPeripheral, toCentral: false, id)
  }

  private mutating func arrive(_ packets: [Packet], toCentral: Bool, _ link: LinkID) {
    for packet in packets where links[link] != nil {
      if toCentral { show(packet, link) } else { deliver(packet, link) }
    }
  }

  // MARK: From the server

  /// Sends a server's new value to every central that is subscribed.
  mutating func notify(_ value: [UInt8], of path: ObjectPath, by sender: String) {
    for id in links.keys.sorted() {
      guard let link = links[id] else { continue }
      let server = radios[id.peripheral].applications.lazy.filter { $0.owner == sender }
      let all = server.flatMap(\.services).flatMap(\.characteristics)
      guard let characteristic = all.first(where: { $0.path == path && $0.canNotify }) else {
        continue
      }
      let key = CharacteristicKey(link: id, handle: characteristic.handle)
      guard use(key).wantsValues else { continue }
      // 5.66 sends «multiple handle value» notifications, whose header takes two bytes more.
      let room = min(link.mtu - (behaviour.cutsNotifications ? 5 : 3), 512)
      carry(Packet(handle: key.handle, bytes: Array(value.prefix(room))), toCentral: true, id)
    }
  }

  /// Gives a notification to the central's clients.
  private mutating func show(_ packet: Packet, _ link: LinkID) {
    let key = CharacteristicKey(link: link, handle: packet.handle)
    let use = use(key)
    if let socket = use.notifySocket {
      act(.write(socket, packet.bytes))
    } else {
      // Each subscriber makes it be told once more.
      for _ in use.subscribers { show(packet.bytes, of: key) }
    }
    if found(key)?.has(.notify) == false { tellServer("Confirm", key) }
  }

  // MARK: To the server

  /// Sends what a client has written into its socket; a packet that is too long is lost without a
  /// word.
  mutating func write(_ bytes: [UInt8], through socket: SocketID) {
    guard let use = sockets[socket], let link = links[use.key.link] else { return }
    guard bytes.count <= min(link.mtu - 3, 512) else { return }
    carry(Packet(handle: use.key.handle, bytes: bytes), toCentral: false, use.key.link)
  }

  /// Hands a value over to the server, which is not asked whether it likes it.
  mutating func deliver(_ packet: Packet, _ link: LinkID) {
    guard packet.bytes.count <= longestWrite() else { return }
    act(
      .send(serverWrite(packet.bytes, CharacteristicKey(link: link, handle: packet.handle)).message)
    )
  }

  func serverWrite(
    _ value: [UInt8],
    _ key: CharacteristicKey,
    from offset: Int = 0
  ) -> ServerCall {
    ServerCall(message: serverCall("WriteValue", key, [.bytes(value)], from: offset))
  }

  /// A call of the server's object, with the options that 5.66 sends.
  func serverCall(
    _ member: String,
    _ key: CharacteristicKey,
    _ arguments: [Value],
    from offset: Int = 0
  ) -> Message {
    let peripheral = radios[key.link.peripheral]
    var options: [String: Value] = [
      "device": .objectPath(centralPath(key.link)),
      "link": .string("LE"),
      "mtu": .uint16(UInt16(clamping: links[key.link]?.mtu ?? 0)),
    ]
    if offset > 0 { options["offset"] = .uint16(UInt16(clamping: offset)) }
    let object = peripheral.served(key.handle)
    return .methodCall(
      to: object?.owner ?? "",
      path: object?.path ?? .root,
      interface: object?.interface ?? BlueZName.gattCharacteristic,
      member: member,
      arguments + [.properties(options)]
    )
  }

  /// Calls `StartNotify` or `StopNotify`, which say nothing of who asks; the server's answer does
  /// not count.
  mutating func tellServer(_ member: String, _ key: CharacteristicKey) {
    let peripheral = radios[key.link.peripheral]
    guard
      let owner = peripheral.owner(of: key.handle),
      let characteristic = peripheral.characteristic(key.handle)
    else { return }
    act(
      .send(
        .methodCall(
          to: owner,
          path: characteristic.path,
          interface: BlueZName.gattCharacteristic,
          member: member
        )
      )
    )
  }
}

extension AirLink {
  /// Watches from now on whether more packets come.
  mutating func beginSettling() {
    toCentral.beginSettling()
    toPeripheral.beginSettling()
  }
}
