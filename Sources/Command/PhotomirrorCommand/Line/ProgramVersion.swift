import Mirroring

/// The command's name and version.
enum ProgramVersion {
  /// The line that `--version` writes.
  static let line = "photomirror \(MirrorOptions.version)"
}
