import MirrorCore

/// A photo whose file is not whole, as a verification found it.
struct DamagedPhoto: Sendable, Hashable {
  /// Its row.
  let id: Int64
  /// Of its file, relative to the mirror.
  let path: String
  let state: FileState
  /// The path of the photo whose bytes the file has; nil if it has none's.
  let origin: String?

  /// Nil for a finding that is not about the bytes of a photo's file.
  init?(_ finding: Verification.Finding, of file: MirroredPhoto) {
    guard let state = finding.state else { return nil }
    (id, path, self.state) = (file.id, file.path, state)
    origin = if case .swapped(_, let origin) = finding { origin } else { nil }
  }
}

extension Verification.Finding {
  /// What the mirror has of the photo; nil if the finding is not about the bytes of its file.
  var state: FileState? {
    switch self {
    case .same: .same
    case .missing: .missing
    case .obstructed: .obstructed
    case .edited: .edited
    case .rotten: .rotten
    case .swapped: .swapped
    case .damaged: .damaged
    case .unreadable: .unreadable
    case .incomplete, .damagedCompanion, .extra, .renamed: nil
    }
  }
}
