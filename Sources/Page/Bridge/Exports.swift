import GameRules
import MatchPlay
import MatchProtocol

/// The page itself.
///
/// A page has one thread, and calls one function at a time.
nonisolated(unsafe) var page = Page()

private func time(_ milliseconds: Double) -> Duration { .milliseconds(Int64(milliseconds)) }

/// Makes room for an input of `count` bytes, or for none if that is 0, and returns its place.
///
/// Each function that returns a number leaves an output of so many bytes there; a negative number
/// means that the input is wrong.
@_expose(wasm, "buffer") @_cdecl("page_buffer")
public func pageBuffer(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  if count > 0 { unsafe page.buffer = [UInt8](repeating: 0, count: Int(count)) }
  return unsafe page.buffer.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Begins a table with the player, the contacts and perhaps the match in the buffer.
@_expose(wasm, "start") @_cdecl("page_start")
public func pageStart(_ now: Double) -> Int32 { unsafe page.start(now: time(now)) }

/// Begins to watch a table.
@_expose(wasm, "start_watching") @_cdecl("page_start_watching")
public func pageStartWatching(_ now: Double) -> Int32 {
  unsafe page.startWatching(now: time(now))
}

/// Begins or continues a game against the robot.
@_expose(wasm, "start_alone") @_cdecl("page_start_alone")
public func pageStartAlone(_ now: Double) -> Int32 { unsafe page.startAlone(now: time(now)) }

/// Plays the robot's move in the buffer, or `resign`.
@_expose(wasm, "robot_move") @_cdecl("page_robot_move")
public func pageRobotMove(_ now: Double) -> Int32 {
  let text = unsafe String(decoding: page.buffer, as: UTF8.self)
  guard let match = unsafe page.table?.phase.match else { return -1 }
  var answer = MachineAnswer.resigns
  if text != "resign" {
    guard let move = try? match.position.move(from: text) else { return -1 }
    answer = .plays(move)
  }
  return unsafe page.give { $0.act(answer, now: time(now)) }
}

/// The host can be heard, and packets of `size` bytes sent to it.
@_expose(wasm, "up") @_cdecl("page_up")
public func pageUp(_ size: Int32, _ now: Double) -> Int32 {
  unsafe page.give { table in
    table.receive(.up(Page.host, maximumPacketSize: Int(size)), now: time(now))
  }
}

/// The connection is lost.
@_expose(wasm, "down") @_cdecl("page_down")
public func pageDown(_ now: Double) -> Int32 {
  unsafe page.give { $0.receive(.down(Page.host, .disconnected), now: time(now)) }
}

/// The packet in the buffer came from the host, to which packets of `size` bytes can be sent.
@_expose(wasm, "packet") @_cdecl("page_packet")
public func pagePacket(_ size: Int32, _ now: Double) -> Int32 {
  let packet = unsafe page.buffer
  return unsafe page.give { table in
    let event = LinkEvent.packet(packet, from: Page.host, maximumPacketSize: Int(size))
    return table.receive(event, now: time(now))
  }
}

/// Does what is due.
@_expose(wasm, "tick") @_cdecl("page_tick")
public func pageTick(_ now: Double) -> Int32 { unsafe page.give { $0.tick(now: time(now)) } }

/// The time at which ``pageTick(_:)`` is due, in milliseconds; a negative number if nothing is.
@_expose(wasm, "deadline") @_cdecl("page_deadline")
public func pageDeadline() -> Double {
  guard let deadline = unsafe page.table?.deadline else { return -1 }
  return max(0, deadline / .milliseconds(1))
}

/// Does what the player wants, by the number of the wish in the list of the page's scripts.
///
/// A draw that can be claimed with a move is claimed instead of asked for.
@_expose(wasm, "act") @_cdecl("page_act")
public func pageAct(_ number: Int32, _ now: Double) -> Int32 {
  let actions: [PlayerAction] = [
    .accept, .decline, .resign, .draw, .takeBack, .answer(true), .answer(false), .pause(true),
    .pause(false), .again, .quit, .stepAway, .talk(.see), .talk(.typing(true)),
    .talk(.typing(false)), .startOver,
  ]
  guard actions.indices.contains(Int(number)) else { return -1 }
  var action = actions[Int(number)]
  if case .draw = action, let move = unsafe page.table?.phase.match?.claimingMove {
    action = .claim(move)
  }
  return unsafe page.give { $0.perform(action, now: time(now)) }
}

/// Plays the move in the buffer.
@_expose(wasm, "move") @_cdecl("page_move")
public func pageMove(_ now: Double) -> Int32 {
  let text = unsafe String(decoding: page.buffer, as: UTF8.self)
  guard let match = unsafe page.table?.phase.match, let move = match.position.touched(text)
  else { return -1 }
  return unsafe page.give { $0.perform(.play(move), now: time(now)) }
}

/// Sends the chat message in the buffer.
@_expose(wasm, "say") @_cdecl("page_say")
public func pageSay(_ now: Double) -> Int32 {
  guard let words = unsafe try? Words(String(decoding: page.buffer, as: UTF8.self)) else {
    return -1
  }
  return unsafe page.give { $0.perform(.talk(.say(words)), now: time(now)) }
}

/// Seals bytes: a key, a purpose and they are in the buffer.
@_expose(wasm, "seal") @_cdecl("page_seal")
public func pageSeal() -> Int32 { unsafe page.seal() }

/// Opens sealed bytes: a key, a purpose and they are in the buffer.
@_expose(wasm, "unseal") @_cdecl("page_unseal")
public func pageUnseal() -> Int32 { unsafe page.unseal() }

/// Describes the table in JSON.
@_expose(wasm, "view") @_cdecl("page_view")
public func pageView(_ now: Double) -> Int32 {
  let view = unsafe page.table?.json(now: time(now)) ?? .null
  return unsafe page.answer(view.written)
}
