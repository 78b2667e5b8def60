import Foundation
import TestSupport

/// What a running mirror is about, told by what happens to its own files: every run opens, writes and
/// closes a catalog, every photo passes through the folder of parts, and each phase leaves a trace of
/// its own there.
enum Trace {
  /// The lock is being taken, the catalog is not open yet.
  case locking
  /// A piece of a transaction was written: a run's beginning, a page, a group of photos.
  case committing
  /// The first bytes of a body are there.
  case begun
  /// A piece of a body was written.
  case inBody
  /// A body that takes its time can be gone on with.
  case remembered
  /// No more of a body is coming: it is being proven.
  case fetched
  /// The file is proven, its thumbnail or sidecar is being written (`N.new`).
  case proven
  /// The sidecar stands, the photo does not.
  case accompanied
  /// The photo stands under its final name and is not recorded.
  case named
  /// It is recorded, and its state has gone.
  case recorded
  /// The catalog's log is moved into it, as at the end of each run that comes to its end.
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
