/// The version of the program.
enum Version {
  /// Semantic versioning; CHANGELOG.md says what changed.
  static let text = "0.9.0"
}
