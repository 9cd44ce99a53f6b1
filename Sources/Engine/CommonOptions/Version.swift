/// The version of both programs.
public enum Version {
  /// Semantic versioning; CHANGELOG.md says what changed.
  public static let text = "1.0.0"
}
