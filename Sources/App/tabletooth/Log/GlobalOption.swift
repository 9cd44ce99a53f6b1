/// Options that any command takes, wherever they stand before `--`.
enum GlobalOption {
  /// Takes the option `name` and its value out of `arguments`.
  ///
  /// - Returns: The value, empty where none stands there; nil if the option was not typed.
  static func take(_ name: String, from arguments: inout [String]) -> String? {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard
      let index = arguments[..<end].firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") })
    else { return nil }
    guard arguments[index] == name else {
      return String(arguments.remove(at: index).dropFirst(name.count + 1))
    }
    let value = index + 1 < end ? arguments[index + 1] : ""
    arguments.removeSubrange(index..<min(index + 2, end))
    return value
  }

  /// Takes the flag `name` out of `arguments`, and says whether it was there.
  static func takeFlag(_ name: String, from arguments: inout [String]) -> Bool {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard let index = arguments[..<end].firstIndex(of: name) else { return false }
    arguments.remove(at: index)
    return true
  }
}
