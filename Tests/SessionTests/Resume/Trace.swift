// Its sources may be cancelled from any thread, and do not say so in their types.
@preconcurrency import Dispatch
import Foundation
import TestSupport

/// What a running mirror is about, told by what happens to its own files (inotify(7)): every run
/// opens, writes and closes a catalog, every photo passes through the folder of parts, and each
/// phase leaves a trace of its own there.
enum Trace: CaseIterable {
  /// The lock is being taken, the catalog is not open yet.
  case locking
  /// A piece of a transaction was written: a run's beginning, a page, a group of photos.
  case committing
  /// The first bytes of a body are there.
  case begun
  /// A piece of a body was written.
  case inBody
  /// No more of a body is coming: it is being proven.
  case fetched
  /// The file is proven, its thumbnail is being written.
  case proven
  /// The sidecar stands, the photo does not.
  case accompanied
  /// The photo stands under its final name and is not recorded.
  case named
  /// It is recorded, and its state has gone.
  case recorded
  /// The catalog's log is moved into it, as at the end of each run that comes to its end.
  case closing

  private init?(_ event: UInt32, of name: String) {
    switch Int32(bitPattern: event) {
    case Int32(IN_OPEN) where name == "lock": self = .locking
    case Int32(IN_MODIFY) where name == "catalog.sqlite-wal": self = .committing
    case Int32(IN_CREATE) where name.hasSuffix(".part.json"): self = .begun
    case Int32(IN_MODIFY) where name.hasSuffix(".part"): self = .inBody
    case Int32(IN_CLOSE_WRITE) where name.hasSuffix(".part"): self = .fetched
    case Int32(IN_CREATE) where name.hasSuffix(".thumbnail"): self = .proven
    case Int32(IN_MOVED_FROM) where name.hasSuffix(".sidecar"): self = .accompanied
    case Int32(IN_DELETE) where name.hasSuffix(".part"): self = .named
    case Int32(IN_DELETE) where name.hasSuffix(".part.json"): self = .recorded
    case Int32(IN_MODIFY) where name == "catalog.sqlite": self = .closing
    default: return nil
    }
  }

  /// The traces in a mirror from now on, without end.
  static func all(in mirror: TemporaryDirectory) throws -> AsyncStream<Trace> {
    let own = mirror.appending(".photomirror")
    try FileManager.default.createDirectory(
      atPath: own + "/parts", withIntermediateDirectories: true)
    let notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    let parts = UInt32(IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_DELETE)
    guard notices >= 0, inotify_add_watch(notices, own, UInt32(IN_OPEN | IN_MODIFY)) >= 0,
      inotify_add_watch(notices, own + "/parts", parts) >= 0
    else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: notices)
    let (traces, continuation) = AsyncStream.makeStream(of: Trace.self)
    source.setEventHandler { for trace in read(notices) { continuation.yield(trace) } }
    source.setCancelHandler { close(notices) }
    continuation.onTermination = { _ in source.cancel() }
    source.resume()
    return traces
  }

  /// What has happened since the last look.
  private static func read(_ notices: Int32) -> [Trace] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let size = Foundation.read(notices, &bytes, bytes.count)
    let head = MemoryLayout<inotify_event>.size
    var traces: [Trace] = []
    var rest = bytes.prefix(max(0, size))
    while rest.count >= head {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
      traces += Trace(event.mask, of: String(decoding: name, as: UTF8.self)).map { [$0] } ?? []
      rest = rest.dropFirst(head + Int(event.len))
    }
    return traces
  }
}
