/// libdbus's names for types: the letter of the specification as a C `int`.
///
/// Its macros are casts, which Swift does not import.
enum TypeCode {
  static let byte = code("y")
  static let boolean = code("b")
  static let int16 = code("n")
  static let uint16 = code("q")
  static let int32 = code("i")
  static let uint32 = code("u")
  static let int64 = code("x")
  static let uint64 = code("t")
  static let double = code("d")
  static let string = code("s")
  static let objectPath = code("o")
  static let signature = code("g")
  static let unixDescriptor = code("h")
  static let array = code("a")
  static let variant = code("v")
  /// Not a letter of a signature: what an iterator says of a structure.
  static let structure = code("r")
  /// Not a letter of a signature: what an iterator says of an entry of a dictionary.
  static let dictionaryEntry = code("e")

  private static func code(_ letter: Unicode.Scalar) -> CInt {
    CInt(letter.value)
  }
}
