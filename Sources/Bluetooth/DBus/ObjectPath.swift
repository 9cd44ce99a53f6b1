internal import CDBus

/// The path of an object on a bus, such as `/org/bluez/hci0`.
///
/// The syntax is the D-Bus specification's: `/`, or elements of `[A-Za-z0-9_]` that each follow one
/// `/`.
public struct ObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The path as text.
  public let rawValue: String

  /// The path of the root object, `/`.
  public static let root = ObjectPath(unchecked: "/")

  /// Takes `text` as a path.
  ///
  /// - Throws: ``InvalidText/objectPath(_:)`` when `text` breaks the syntax.
  public init(_ text: String) throws(InvalidText) {
    guard Syntax.isObjectPath(text) else { throw .objectPath(text) }
    rawValue = text
  }

  /// Takes text that libdbus has checked already.
  init(unchecked text: String) {
    rawValue = text
  }

  /// The path of the child that is called `element`.
  ///
  /// - Throws: ``InvalidText/objectPath(_:)`` when `element` is not `[A-Za-z0-9_]+`.
  public func appending(_ element: String) throws(InvalidText) -> ObjectPath {
    try ObjectPath(rawValue == "/" ? "/\(element)" : "\(rawValue)/\(element)")
  }

  /// True if this path is `ancestor`, or lies somewhere below it.
  public func isAtOrBelow(_ ancestor: ObjectPath) -> Bool {
    self == ancestor || isBelow(ancestor)
  }

  /// True if this path lies somewhere below `ancestor`.
  public func isBelow(_ ancestor: ObjectPath) -> Bool {
    let prefix = ancestor == .root ? "/" : ancestor.rawValue + "/"
    return self != ancestor && rawValue.hasPrefix(prefix)
  }

  /// The path one level up; the root's is the root.
  public var parent: ObjectPath {
    guard let slash = rawValue.lastIndex(of: "/"), slash != rawValue.startIndex else {
      return .root
    }
    return ObjectPath(unchecked: String(rawValue[..<slash]))
  }

  /// The part behind the last `/`; empty for the root.
  public var lastElement: String {
    guard let slash = rawValue.lastIndex(of: "/") else { return rawValue }
    return String(rawValue[rawValue.index(after: slash)...])
  }

  /// The path as text.
  public var description: String { rawValue }

  /// Orders paths as text.
  public static func < (left: ObjectPath, right: ObjectPath) -> Bool {
    left.rawValue < right.rawValue
  }
}
