/// What this program is called and which one it is.
package enum Version {
  /// Semantic versioning 2.0.
  package static let number = "0.1.0"
  /// The line that `--version` writes.
  package static let line = "photomirror \(number)"
}
