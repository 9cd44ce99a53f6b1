import BoardUI
import Testing

@testable import tabletooth

/// The ways in which a player is told of something.
@Suite struct SoundTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], "\u{1B}]9;hi\u{7}"),
    (["TERM": "foot"], "\u{1B}]777;notify;Tabletooth;hi\u{7}"),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], "\u{1B}]9;hi\u{7}"),
    (["TERM": "linux"], nil),
  ])
  func `each terminal is told in its own way`(variables: [String: String], sequence: String?) {
    #expect(Announcer.sequence("hi") { variables[$0] } == sequence)
  }

  @Test(arguments: SoundChoice.allCases.filter { $0 != .off })
  func `a key switches the sounds that are set, else the bell at a call`(set: SoundChoice) {
    var sounds = Sounds(set) {}
    #expect([sounds.toggle(), sounds.toggle()] == [.off, set])
    var silent = Sounds(.off) {}
    #expect([silent.toggle(), silent.toggle()] == [.turn, .off])
  }

  @Test(arguments: ["/nonexistent", nil])
  func `a desktop without sounds rings the bell`(path: String?) {
    #expect(DesktopProgram("canberra-gtk-play", in: path) == nil)
  }
}
