import MirrorCore

extension Verification {
  /// The result for a file. Paths are relative to the mirror; reasons are sentences in lower case without a period.
  public enum Finding: Sendable, Hashable {
    /// The file has the bytes that were mirrored; in a quick verification, their number.
    case same(path: String)
    case missing(path: String)
    /// Something that is no file, such as a symbolic link, is in the file's place; `what` names it.
    case obstructed(path: String, what: String)
    /// A sidecar or thumbnail is missing; `what` names it.
    case incomplete(path: String, what: String)
    /// The sidecar or thumbnail at `companion` is damaged, or another photo's.
    case damagedCompanion(path: String, companion: String, reason: String)
    /// The catalog does not know the file.
    case extra(path: String)
    /// The catalog does not know the file, and it has the bytes of the missing file `from`.
    case renamed(path: String, from: String)
    /// Its bytes are not those that were mirrored, and a whole picture: edited.
    case edited(path: String)
    /// The same, but neither its size nor its time changed, or its time is in the future, which an edit changes: the storage may have damaged it.
    case rotten(path: String)
    /// Its bytes are those of another photo of the mirror, the one at `origin`.
    case swapped(path: String, origin: String)
    /// Its bytes are not those that were mirrored, or were kept without a decode, and are not a whole picture. So is a
    /// shorter file with the old time that may lack its end.
    case damaged(path: String, reason: String)
    case unreadable(path: String, reason: String)

    /// The problem of a photo's file; nil if it has none, or is an extra file.
    public var problem: FileProblem? {
      switch self {
      case .same, .extra, .renamed: nil
      case .missing, .obstructed: .missing
      case .incomplete, .damagedCompanion: .incomplete
      case .edited: .edited
      case .rotten: .rotten
      case .swapped: .swapped
      case .damaged: .damaged
      case .unreadable: .unreadable
      }
    }
  }

  /// Photos by their findings.
  public struct Counts: Codable, Sendable, Hashable {
    /// Photos of the catalog whose files were looked for.
    public internal(set) var checked = 0
    /// Bytes of their files as the catalog records them, whether or not they were read.
    public internal(set) var byteCount: Int64 = 0
    /// Photos whose files are missing.
    public internal(set) var missing = 0
    /// Sidecars and thumbnails that are missing, or not their photos'.
    public internal(set) var incomplete = 0
    /// Files that the catalog does not know.
    public internal(set) var extra = 0
    /// Photos whose files have other bytes: the sum of the four below.
    public internal(set) var changed = 0
    /// Photos whose files are edited.
    public internal(set) var edited = 0
    /// Photos whose files changed without a trace of an edit.
    public internal(set) var rotten = 0
    /// Photos whose files are those of other photos.
    public internal(set) var swapped = 0
    /// Photos whose files are no whole pictures.
    public internal(set) var damaged = 0
    /// Photos whose files cannot be read.
    public internal(set) var unreadable = 0

    public init() {}

    /// Whether a file of the catalog has a problem.
    public var hasProblems: Bool { missing + incomplete + changed + unreadable > 0 }

    mutating func count(_ finding: Finding) {
      switch finding.problem {
      case .missing: missing += 1
      case .incomplete: incomplete += 1
      case .edited: edited += 1
      case .rotten: rotten += 1
      case .swapped: swapped += 1
      case .damaged: damaged += 1
      case .unreadable: unreadable += 1
      case nil: if case .same = finding { break } else { extra += 1 }
      }
      changed = edited + rotten + swapped + damaged
    }
  }
}
