import Foundation
import TestSupport

/// The phase of a running mirror, derived from events of its own files: every run opens, writes and
/// closes a catalog, every photo passes through the folder of parts, and each phase leaves its own
/// trace there.
enum Trace {
  /// The lock is being taken; the catalog is not open yet.
  case locking
  /// Part of a transaction was written: a run's start, a page, a batch of photos.
  case committing
  /// The first bytes of a body are written.
  case begun
  /// More bytes of a body were written.
  case inBody
  /// A slow body can be resumed.
  case remembered
  /// A body is complete and is being inspected.
  case fetched
  /// The file is inspected; its thumbnail or sidecar is being written (`N.new`).
  case proven
  /// The sidecar exists, but not the photo.
  case accompanied
  /// The photo exists under its final name and is not recorded.
  case named
  /// The photo is recorded, and its state is removed.
  case recorded
  /// The catalog's log is merged into it, as at the end of each complete run.
  case closing

  private init?(_ notice: FolderNotice) {
    switch notice.event {
    case Int32(IN_OPEN) where notice.name == "lock": self = .locking
    case Int32(IN_MODIFY) where notice.name == "catalog.sqlite-wal": self = .committing
    case Int32(IN_MODIFY) where notice.name == "catalog.sqlite": self = .closing
    case Int32(IN_CREATE) where notice.name.hasSuffix(".part"): self = .begun
    case Int32(IN_MODIFY) where notice.name.hasSuffix(".part"): self = .inBody
    case Int32(IN_CLOSE_WRITE) where notice.name.hasSuffix(".part.json"): self = .remembered
    case Int32(IN_CLOSE_WRITE) where notice.name.hasSuffix(".part"): self = .fetched
    case Int32(IN_CREATE) where notice.name.hasSuffix(".new"): self = .proven
    case Int32(IN_DELETE) where notice.name.hasSuffix(".new"): self = .accompanied
    case Int32(IN_DELETE) where notice.name.hasSuffix(".part"): self = .named
    case Int32(IN_DELETE) where notice.name.hasSuffix(".part.json"): self = .recorded
    default: return nil
    }
  }

  /// The traces in a mirror from now on, without end.
  static func all(in mirror: TemporaryDirectory) throws -> some AsyncSequence<Trace, Never> {
    let own = mirror.appending(".photomirror")
    let parts = own + "/parts"
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
    let events = IN_OPEN | IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE
    return try FolderNotice.all(Int32(events), in: own, parts).compactMap(Trace.init)
  }
}
