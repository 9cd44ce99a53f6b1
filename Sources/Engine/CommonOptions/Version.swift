/// The version of both programs.
public enum Version {
  /// Semantic versioning; CHANGELOG.md says what changed.
  public static let text = "0.9.0"
}
