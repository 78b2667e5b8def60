import Foundation
import TestSupport

/// What a running mirror is about, told by what happens in its folder of parts: every photo passes
/// through it, and each of its phases leaves a trace of its own there.
enum Trace: CaseIterable {
  /// The first bytes of a body are there.
  case begun
  /// A piece of a body was written.
  case inBody
  /// A body that takes its time can be gone on with.
  case remembered
  /// The file is proven, its thumbnail is being written.
  case proven
  /// The sidecar stands, the photo does not.
  case accompanied
  /// The photo stands under its final name and is not recorded.
  case named
  /// It is recorded, and its state has gone.
  case recorded

  private init?(_ notice: FolderNotice) {
    switch notice.event {
    case Int32(IN_CREATE) where notice.name.hasSuffix(".part"): self = .begun
    case Int32(IN_MODIFY) where notice.name.hasSuffix(".part"): self = .inBody
    case Int32(IN_CLOSE_WRITE) where notice.name.hasSuffix(".part.json"): self = .remembered
    case Int32(IN_CREATE) where notice.name.hasSuffix(".thumbnail"): self = .proven
    case Int32(IN_MOVED_FROM) where notice.name.hasSuffix(".sidecar"): self = .accompanied
    case Int32(IN_DELETE) where notice.name.hasSuffix(".part"): self = .named
    case Int32(IN_DELETE) where notice.name.hasSuffix(".part.json"): self = .recorded
    default: return nil
    }
  }

  /// The traces in a mirror from now on, without end.
  static func all(in mirror: TemporaryDirectory) throws -> some AsyncSequence<Trace, Never> {
    let parts = mirror.appending(".photomirror/parts")
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
    let events = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_DELETE
    return try FolderNotice.all(Int32(events), in: parts).compactMap(Trace.init)
  }
}
