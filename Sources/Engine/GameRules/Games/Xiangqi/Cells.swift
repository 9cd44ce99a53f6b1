/// Numbers in memory of their own, for loops that cannot afford counting references or bounds.
///
/// An index is checked in debug builds only; each one below is made from a piece, a point or an
/// occupancy, never from outside. Whoever allocates it calls ``free()`` or keeps it for ever.
@safe
@usableFromInline
package struct Cells<Element: BitwiseCopyable> {
  @usableFromInline let base: UnsafeMutablePointer<Element>
  @usableFromInline let count: Int

  package init(count: Int, filledWith element: Element) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Sees memory of another owner, which must outlive this value and frees it.
  package init(at start: UnsafeMutableRawPointer, count: Int) {
    unsafe base = start.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  package func free() {
    unsafe base.deallocate()
  }

  @inlinable package subscript(index: Int) -> Element {
    @inline(__always)
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    @inline(__always)
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }
}

// The tables are written by the thread that makes them and only read after that.
extension Cells: @unchecked Sendable {}
