import Testing

@testable import tabletooth

/// Passphrases that everybody tries first.
@Suite struct PassphraseTests {
  @Test(arguments: [
    "password", "Password2026!", "P@ssw0rd", "passwordpassword1", "12345678", "31.12.1999",
    "qwertyui", "aaaaaaaab", "abcdefghijk", "iloveyou1", "tabletooth", "letmein!!", "11112222",
    "woaini1314", "zyxwvuts", "qwertyuiop", "1q2w3e4r",
  ])
  func `a passphrase that is tried first is not taken`(text: String) {
    #expect(Passphrase.isEasilyGuessed(text))
  }

  @Test(arguments: [
    "correct horse battery", "tr0ub4dor&3x", "棋盘上的十五个星位", "7#kQ!2x$5%ma", "my secret garden gate",
    "lodge-umbrella-9", "3141592653589793238",
  ])
  func `another one is taken`(text: String) {
    #expect(!Passphrase.isEasilyGuessed(text))
  }
}
