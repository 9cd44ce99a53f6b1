#if canImport(Glibc)
internal import Glibc
#endif

/// A block of memory that is zero at first, for a transposition table.
///
/// The system hands out large blocks in pages that it fills when they are first touched, so that a
/// table costs nothing before the search uses it. Filling 64 MiB beforehand took longer than the
/// fifty milliseconds of some thoughts.
@safe
struct ZeroedMemory: Sendable {
  /// The size of a cache line, in bytes.
  private static let line = 64

  nonisolated(unsafe) private let block: UnsafeMutableRawPointer
  /// The first byte, at the start of a cache line.
  nonisolated(unsafe) let start: UnsafeMutableRawPointer

  /// Allocates so many bytes.
  init(bytes: Int) {
    #if canImport(Glibc)
    guard let block = unsafe calloc(1, bytes + Self.line) else {
      fatalError("there is no memory for a table of \(bytes) bytes")
    }
    // A table is read all over: in pages of 4 KiB the processor finds none of them soon.
    let page = unsafe block.alignedUp(toMultipleOf: 4_096)
    unsafe madvise(page, max(0, bytes - 4_096), Int32(MADV_HUGEPAGE))
    #else
    let block = UnsafeMutableRawPointer.allocate(byteCount: bytes + Self.line, alignment: 16)
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: bytes + Self.line)
    #endif
    unsafe self.block = block
    unsafe start = block.alignedUp(toMultipleOf: Self.line)
  }

  /// Gives the memory back.
  func free() {
    #if canImport(Glibc)
    unsafe Glibc.free(block)
    #else
    unsafe block.deallocate()
    #endif
  }
}
