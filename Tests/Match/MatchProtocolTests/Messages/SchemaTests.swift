import MatchProtocol
import Testing

/// Messages in the text format of Protocol Buffers, and their bytes in hexadecimal digits:
/// `protoc --encode=tabletooth.Envelope docs/reference/match.proto`.
private let schemaVectors: [(text: String, hex: String)] = [
  (
    #"hello { lowest_version: 2 highest_version: 300 nonce: 72623859790382856 name: "Ada" "#
      + #"program: "x/1" watches: true }"#,
    "0a1b080210ac0219080706050403020122034164612a03782f31800501"
  ),
  (
    "hello { lowest_version: 1 highest_version: 65535 nonce: 18446744073709551615 name: "
      + #""棋" program: "x/1" challenges: true }"#,
    "0a1c080110ffff0319ffffffffffffffff2203e6a38b2a03782f31b00501"
  ),
  (
    "welcome { nonce: 1 version: 4 link_id: 255 session_high: 2 session_low: 3 name: "
      + #""Ada" offer { game: "gomoku" rule: "renju" first: FIRST_HOST options: "size=19" } "#
      + "first_is_open: true }",
    "1244090100000000000000100418ff0121020000000000000029030000000000000032034164614a1a0a"
      + "06676f6d6f6b75120572656e6a751801220773697a653d3139900301"
  ),
  (
    "refuse { nonce: 1 reason: REASON_PROTOCOL_VERSION lowest_version: 2 "
      + "highest_version: 300 }",
    "1a100901000000000000001002180220ac02"
  ),
  (
    "refuse { nonce: 1 reason: REASON_LATER retry_after: 300 }",
    "1a0f0901000000000000001004a001ac02"
  ),
  (
    "refuse { nonce: 1 reason: REASON_TOO_MANY_TRIES retry_after: 60 }",
    "1a0e090100000000000000100ba0013c"
  ),
  (
    "goodbye { }",
    "2200"
  ),
  (
    "goodbye { reason: REASON_TAKEN_OVER }",
    "22020812"
  ),
  (
    "resume { nonce: 1 }",
    "2a09090100000000000000"
  ),
  (
    "resumed { nonce: 1 link_id: 2 }",
    "320b0901000000000000001002"
  ),
  (
    "confirm { received: 4294967295 session_high: 2 session_low: 3 history { said: 300 "
      + "said_digest: 4 received_digest: 5 } talk { received: 6 seen { words: 7 match: 8 "
      + "is_deaf: true is_typing: true } takes_files: true } }",
    "3a4108ffffffff0f110200000000000000190300000000000000a2011508ac0211040000000000000019"
      + "0500000000000000b2040e0806120808071008180120011801"
  ),
  (
    "confirm { session_high: 2 session_low: 3 history { } talk { } }",
    "3a18110200000000000000190300000000000000a20100b20400"
  ),
  (
    #"start { game: "gomoku" rule: "renju" first: FIRST_GUEST options: "size=19 "#
      + #"clock=10m+5s" gone_back: 1099511627776 game_number: 3 }"#,
    "42340a06676f6d6f6b75120572656e6a751802221473697a653d313920636c6f636b3d31306d2b3573f1"
      + "050000000000010000f80503"
  ),
  (
    #"move { ply: 65535 text: "h8" position: 4294967295 spent: 34359738368 }"#,
    "4a1408ffff03120268381dffffffff20808080808001"
  ),
  (
    #"move { text: "a1" }"#,
    "4a0412026131"
  ),
  (
    "resign { }",
    "5200"
  ),
  (
    "ask { request: REQUEST_DRAW ply: 3 }",
    "5a0408011003"
  ),
  (
    "ask { request: REQUEST_TAKE_BACK ply: 300 remaining: 299 }",
    "5a08080210ac0218ab02"
  ),
  (
    "ask { request: REQUEST_REMATCH ply: 3 }",
    "5a0408031003"
  ),
  (
    "ask { request: REQUEST_NEW ply: 3 }",
    "5a0408041003"
  ),
  (
    "answer { request: REQUEST_TAKE_BACK ply: 300 agrees: true }",
    "6207080210ac021801"
  ),
  (
    "answer { request: REQUEST_NEW }",
    "62020804"
  ),
  (
    "pause { is_on: true ply: 300 }",
    "6a05080110ac02"
  ),
  (
    "flag { ply: 300 }",
    "720308ac02"
  ),
  (
    "differ { ply: 300 position: 305419896 }",
    "7a0808ac021578563412"
  ),
  (
    "recall { by_sender: true remaining: 300 }",
    "c20205080110ac02"
  ),
  (
    "coin { commitment: 1 commitment: 2 commitment: 3 commitment: 18446744073709551615 }",
    "9203220a20010000000000000002000000000000000300000000000000ffffffffffffffff"
  ),
  (
    "coin { number: 1 number: 2 }",
    "920312121001000000000000000200000000000000"
  ),
  (
    #"say { number: 4294967295 text: "你好, Ada" }"#,
    "b2041308ffffffff0f120be4bda0e5a5bd2c20416461"
  ),
  (
    "seen { words: 300 match: 8 is_deaf: true is_typing: true }",
    "ba040908ac02100818012001"
  ),
  (
    #"offer { file: 300 name: "a.txt" size: 1099511627776 hash: "#
      + #""0123456789abcdef0123456789abcdef" }"#,
    "c2043308ac021205612e7478741880808080802022203031323334353637383961626364656630313233"
      + "343536373839616263646566"
  ),
  (
    "response { file: 300 is_mine: true verdict: VERDICT_REFUSED }",
    "ca040708ac0210011802"
  ),
  (
    "response { file: 1 verdict: VERDICT_WANTED offset: 1099511627776 }",
    "ca040b0801180120808080808020"
  ),
  (
    #"part { file: 300 offset: 1099511627776 content: "abc" }"#,
    "d2040f08ac02108080808080201a03616263"
  ),
  (
    #"piece { offset: 1099511627776 content: "abc" is_last: true }"#,
    "e2040e0880808080802012036162631801"
  ),
  (
    "taken { received: 300 limit: 1099511627776 is_whole: true }",
    "ea040c08ac02108080808080201801"
  ),
  (
    "watching { room: 5 count: 6 thought: 7000 may_talk: true }",
    "820511190500000000000000200628d836d00501"
  ),
  (
    "watching { room: 5 }",
    "820509190500000000000000"
  ),
  (
    "want { from: 300 }",
    "8a050308ac02"
  ),
  (
    #"watchers { names: "Ada" names: "棋" }"#,
    "9a050a0a034164610a03e6a38b"
  ),
  (
    "watchers { }",
    "9a0500"
  ),
  (
    #"move { ply: 3 text: "h8" position: 4 spent: 5 } shown { number: 300 source: "#
      + "SOURCE_GUEST }",
    "4a0d0803120268381d04000000200592050508ac021001"
  ),
  (
    #"room { guest: GUEST_PLAYS name: "Ada" } shown { number: 300 source: SOURCE_ROOM }"#,
    "92050508ac021002a2050708011203416461"
  ),
  (
    #"challenge { terms { game: "gomoku" rule: "renju" first: FIRST_HOST } text: "hi" }"#,
    "aa05170a110a06676f6d6f6b75120572656e6a75180112026869"
  ),
  (
    "game_line { game: 1 remaining: 300 digests: 1 digests: 18446744073709551615 }",
    "f20517080110ac021a100100000000000000ffffffffffffffff"
  ),
  (
    "go_back { agrees: true game: 300 moves: 3 }",
    "fa0507080110ac021803"
  ),
  (
    #"remark { name: "Ada" text: "hi" }"#,
    "d205090a0341646112026869"
  ),
  (
    "refuse { nonce: 1 reason: REASON_SEAT_TAKEN }",
    "1a0b0901000000000000001001"
  ),
  (
    "refuse { nonce: 1 reason: REASON_UNKNOWN_MATCH }",
    "1a0b0901000000000000001003"
  ),
  (
    "refuse { nonce: 1 reason: REASON_CLOSED }",
    "1a0b090100000000000000100a"
  ),
  (
    "refuse { nonce: 1 reason: REASON_SEAT_KEPT }",
    "1a0b090100000000000000100c"
  ),
  (
    "refuse { nonce: 1 reason: REASON_SPECTATORS_FULL }",
    "1a0b090100000000000000100d"
  ),
  (
    "refuse { nonce: 1 reason: REASON_NOT_SHOWN }",
    "1a0b090100000000000000100e"
  ),
  (
    "refuse { nonce: 1 reason: REASON_NOT_INVITED }",
    "1a0b0901000000000000001010"
  ),
  (
    "goodbye { reason: REASON_GAME_OVER }",
    "22020801"
  ),
  (
    "goodbye { reason: REASON_ILLEGAL_MOVE }",
    "22020802"
  ),
  (
    "goodbye { reason: REASON_PROTOCOL_VIOLATION }",
    "22020803"
  ),
  (
    "goodbye { reason: REASON_FAILED }",
    "22020804"
  ),
  (
    "goodbye { reason: REASON_NOT_ACCEPTED }",
    "22020805"
  ),
  (
    "goodbye { reason: REASON_UNKNOWN_MATCH }",
    "22020806"
  ),
  (
    "goodbye { reason: REASON_RECORDS_DIFFER }",
    "22020807"
  ),
  (
    "goodbye { reason: REASON_NOT_INVITED }",
    "2202080a"
  ),
  (
    "goodbye { reason: REASON_KICKED }",
    "2202080b"
  ),
  (
    "goodbye { reason: REASON_SPECTATORS_FULL }",
    "2202080d"
  ),
  (
    "goodbye { reason: REASON_CHALLENGE_DECLINED }",
    "22020810"
  ),
  (
    "goodbye { reason: REASON_CHALLENGE_EXPIRED }",
    "22020811"
  ),
  (
    "response { file: 1 verdict: VERDICT_CANCELLED }",
    "ca040408011803"
  ),
  (
    "response { file: 1 verdict: VERDICT_WHOLE }",
    "ca040408011804"
  ),
  (
    "response { file: 1 verdict: VERDICT_FAILED }",
    "ca040408011805"
  ),
  (
    "answer { request: REQUEST_DRAW ply: 3 }",
    "620408011003"
  ),
  (
    "answer { request: REQUEST_REMATCH ply: 3 }",
    "620408031003"
  ),
  (
    #"room { guest: GUEST_AWAY name: "Ada" } shown { number: 1 source: SOURCE_ROOM }"#,
    "92050408011002a2050708021203416461"
  ),
  (
    "room { } shown { number: 1 source: SOURCE_ROOM }",
    "92050408011002a20500"
  ),
]

@Suite struct SchemaTests {
  @Test(arguments: schemaVectors)
  func `each message has the bytes that protoc gives it`(text: String, hex: String) throws {
    let digits = Array(hex)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(digits[index...index + 1]), radix: 16)
    }
    #expect(bytes.count == digits.count / 2)
    #expect(try Envelope(decoding: bytes).encoded == bytes, "\(text)")
  }
}
