import GameRules

/// Files of games that are no text, as their programs write them.
enum BinaryFiles {
  /// One move of a line; `sibling` is what may be played in its place.
  struct Step {
    var move: Move
    var comment = ""
    var sibling: Move?
  }

  private static func word(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(number >> ($0 * 8) & 255) }
  }

  /// A game from the usual start as XQStudio keeps it.
  static func xqf(_ steps: [Step], version: UInt8, keys seed: [UInt8]) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 1_024)
    head.replaceSubrange(0..<3, with: [0x58, 0x51, version])
    let isOld = version <= 10
    if !isOld { head.replaceSubrange(3..<16, with: seed) }
    let square = { (x: UInt8) in x &* x &* 54 &+ 221 }
    let board = isOld ? 0 : square(head[13]) &* head[13]
    let from = isOld ? 0 : square(head[14]) &* board
    let to = isOld ? 0 : square(head[15]) &* from
    let length = isOld ? 0 : (Int(head[12]) << 8 + Int(head[13])) % 32_000 + 767
    let red: [UInt8] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83]
    let places = red + red.map { $0 / 10 * 10 + 9 - $0 % 10 }
    for (index, place) in places.enumerated() {
      let slot = version >= 12 ? (index + 63 - Int(board) % 32) % 32 : index
      head[16 + slot] = place &+ board
    }
    head[51] = 1
    head.replaceSubrange(304..<308, with: [3] + Array("Ada".utf8))
    let node = { (move: Move?, flags: UInt8, comment: String) -> [UInt8] in
      var bytes = [0x18 &+ from, 0x20 &+ to, flags, 0]
      if case .carry(let start, let end)? = move?.action {
        bytes[0] &+= UInt8(start.column * 10 + start.row)
        bytes[1] &+= UInt8(end.column * 10 + end.row)
      }
      guard isOld || !comment.isEmpty else { return bytes }
      if !isOld { bytes[2] |= 0x20 }
      return bytes + word(comment.utf8.count + length) + Array(comment.utf8)
    }
    let (child, sibling): (UInt8, UInt8) = isOld ? (0xf0, 0x0f) : (0x80, 0x40)
    var body = node(nil, steps.isEmpty ? 0 : child, "")
    for (place, step) in steps.enumerated() {
      let flags = (place + 1 < steps.count ? child : 0) | (step.sibling == nil ? 0 : sibling)
      body += node(step.move, flags, step.comment)
    }
    for step in steps.reversed() where step.sibling != nil { body += node(step.sibling, 0, "") }
    let masks = (0..<4).map { (head[12 + $0] & head[3]) | head[8 + $0] }
    let text = Array("[(C) Copyright Mr. Dong Shiwei.]".utf8)
    let enciphered = body.enumerated().map { place, byte in
      isOld ? byte : byte &+ (text[place % 32] & masks[place % 4])
    }
    return head + enciphered
  }

  /// A game from the usual start as CCBridge keeps it.
  static func cbr(_ steps: [Step]) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 2_214)
    head.replaceSubrange(0..<15, with: Array("CCBridge Record".utf8))
    head.replaceSubrange(1_076..<1_082, with: [0x32, 0x75, 0x59, 0x4e, 0, 0])
    (head[2_076], head[2_112]) = (2, 1)
    let back: [UInt8] = [1, 2, 3, 4, 5, 4, 3, 2, 1]
    for column in 0..<9 {
      head[2_120 + column] = 0x20 | back[column]
      head[2_120 + 81 + column] = 0x10 | back[column]
      if column % 2 == 0 { (head[2_120 + 27 + column], head[2_120 + 54 + column]) = (0x27, 0x17) }
      if column % 6 == 1 { (head[2_120 + 18 + column], head[2_120 + 63 + column]) = (0x26, 0x16) }
    }
    let node = { (move: Move?, flags: UInt8, comment: String) -> [UInt8] in
      var bytes: [UInt8] = [flags, 0, 0, 0]
      if case .carry(let from, let to)? = move?.action {
        bytes[2] = UInt8((9 - from.row) * 9 + from.column)
        bytes[3] = UInt8((9 - to.row) * 9 + to.column)
      }
      guard !comment.isEmpty else { return bytes }
      bytes[0] |= 4
      let units = comment.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      return bytes + word(units.count) + units
    }
    var body = node(nil, steps.isEmpty ? 1 : 0, "")
    for (place, step) in steps.enumerated() {
      let flags: UInt8 = (place + 1 < steps.count ? 0 : 1) | (step.sibling == nil ? 0 : 2)
      body += node(step.move, flags, step.comment)
    }
    for step in steps.reversed() where step.sibling != nil { body += node(step.sibling, 1, "") }
    return head + body
  }

  /// A library of games as CCBridge keeps it, with an index for `slots` games.
  static func cbl(_ games: [[UInt8]], slots: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 66_624 + slots * 276)
    bytes.replaceSubrange(0..<15, with: Array("CCBridgeLibrary".utf8))
    bytes.replaceSubrange(60..<64, with: word(slots))
    for game in games {
      bytes += game + [UInt8](repeating: 0, count: (4_096 - game.count % 4_096) % 4_096)
    }
    return bytes
  }

  /// A tree of Renju as RenLib keeps it.
  static func lib(_ steps: [Step]) -> [UInt8] {
    var bytes: [UInt8] = [0xff] + Array("RenLib".utf8) + [0xff, 3, 4]
    bytes += [UInt8](repeating: 0xff, count: 10) + [0, 0]
    let place = { (move: Move) -> UInt8 in
      guard case .place(let point) = move.action else { return 0 }
      return UInt8((14 - point.row) << 4 | (point.column + 1))
    }
    for (index, step) in steps.enumerated() {
      var flags: UInt8 = index + 1 < steps.count ? 0 : 0x40
      if step.sibling != nil { flags |= 0x80 }
      if !step.comment.isEmpty { flags |= 0x08 }
      bytes += [place(step.move), flags]
      guard !step.comment.isEmpty else { continue }
      bytes += Array(step.comment.utf8) + [0]
      if step.comment.utf8.count % 2 == 0 { bytes.append(0) }
    }
    for step in steps.reversed() {
      if let sibling = step.sibling { bytes += [place(sibling), 0x40] }
    }
    return bytes
  }
}
