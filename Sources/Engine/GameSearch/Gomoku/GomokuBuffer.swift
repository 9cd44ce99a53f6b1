/// Memory for a fixed number of plain values, allocated once; it never moves and is freed by hand.
///
/// The hot loops of the search index it without the checks, the reference count and the uniqueness
/// test of an array. An index out of range is a bug of the caller, trapped in debug builds.
@safe
struct GomokuBuffer<Element: BitwiseCopyable>: BitwiseCopyable, Sendable {
  nonisolated(unsafe) private let base: UnsafeMutablePointer<Element>
  private let count: Int

  /// Allocates `count` elements.
  init(_ count: Int, filledWith value: Element) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: value, count: count)
    self.count = count
  }

  /// Sees part of a larger block, which must outlive this value.
  @inline(__always)
  init(of block: UnsafeMutableRawPointer, at offset: Int, count: Int) {
    unsafe base = (block + offset).assumingMemoryBound(to: Element.self)
    self.count = count
  }

  /// Ends the use of the memory, and of every copy of this value.
  func free() {
    unsafe base.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert((0..<count).contains(index))
      return unsafe base[index]
    }
    nonmutating set {
      assert((0..<count).contains(index))
      unsafe base[index] = newValue
    }
  }

  /// Gives every element the same value.
  func fill(_ value: Element) {
    unsafe base.update(repeating: value, count: count)
  }
}
