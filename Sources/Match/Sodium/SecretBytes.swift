internal import CSodium

/// Secret bytes in memory of their own.
///
/// The memory lies between pages that cannot be touched, is read-only once it is filled, is kept
/// out of core dumps and, as far as the limit of locked memory allows, out of swap. It is
/// overwritten with zeros when the value ends.
@safe
public struct SecretBytes: ~Copyable, Sendable {
  /// The number of bytes.
  package let count: Int

  // Nobody writes to the memory after the initialiser, so that any thread may read it.
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer

  /// `count` random bytes.
  package init(random count: Int) {
    unsafe self.init(count: count) { memory in
      unsafe randombytes_buf(memory, count)
    }
  }

  /// The same bytes as in `bytes`, which stay where they are, too.
  package init(copying bytes: [UInt8]) {
    unsafe self.init(count: bytes.count) { memory in
      unsafe memory.update(from: bytes, count: bytes.count)
    }
  }

  /// The bytes of `other` in `range`, which must lie within them.
  package init(copying other: borrowing SecretBytes, range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= other.count,
      "there are no secret bytes \(range)"
    )
    let source = unsafe other.pointer + range.lowerBound
    unsafe self.init(count: range.count) { memory in
      unsafe memory.update(from: source, count: range.count)
    }
  }

  /// The bytes that `fill` writes; all of them are zero before.
  init(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    Library.start()
    guard let memory = unsafe sodium_malloc(count) else {
      fatalError("there is no memory for a secret")
    }
    unsafe sodium_memzero(memory, count)
    unsafe fill(memory.bindMemory(to: UInt8.self, capacity: count))
    unsafe sodium_mprotect_readonly(memory)
    self.count = count
    unsafe self.memory = memory
  }

  deinit {
    unsafe sodium_free(memory)
  }

  /// Lets `body` read the bytes where they are.
  ///
  /// What it copies of them is not protected any more.
  package borrowing func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe UnsafeRawBufferPointer(start: memory, count: count).bytes)
  }

  /// The bytes in ordinary memory, where they are not protected any more.
  package borrowing func copy() -> [UInt8] {
    (0..<count).map { unsafe pointer[$0] }
  }

  /// The first byte, for calls of libsodium.
  var pointer: UnsafePointer<UInt8> {
    unsafe UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
  }

  /// Checks that there are `expected` bytes.
  borrowing func check(count expected: Int) throws(SodiumError) {
    guard count == expected else { throw .wrongLength(expected: expected, actual: count) }
  }
}
