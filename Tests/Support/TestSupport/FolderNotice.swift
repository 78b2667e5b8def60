// Dispatch sources may be cancelled from any thread, but their types do not state that.
@preconcurrency import Dispatch
import Foundation

/// An event in a folder, as inotify(7) reports it.
package struct FolderNotice: Sendable {
  /// `IN_CREATE`, `IN_CLOSE_WRITE` and the like.
  package let event: Int32
  /// The file's name.
  package let name: String

  /// The events in folders from now on, without end.
  /// - Parameter events: a mask such as `IN_CREATE | …`.
  package static func all(
    _ events: Int32, in folders: String...
  ) throws -> AsyncStream<FolderNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: FolderNotice.self)
    let source = try watch(events, in: folders) { continuation.yield($0) }
    continuation.onTermination = { _ in source.cancel() }
    return stream
  }

  /// Calls `body` for each event in folders from now on, on a queue of its own without delay, until the source is
  /// cancelled.
  package static func watch(
    _ events: Int32, in folders: [String], _ body: @escaping @Sendable (FolderNotice) -> Void
  ) throws -> any DispatchSourceRead {
    let notices = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    let isWatching = folders.allSatisfy { inotify_add_watch(notices, $0, UInt32(events)) >= 0 }
    guard notices >= 0, isWatching else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    let source = DispatchSource.makeReadSource(
      fileDescriptor: notices, queue: DispatchQueue(label: "notices"))
    source.setEventHandler { for notice in read(notices) { body(notice) } }
    source.setCancelHandler { close(notices) }
    source.resume()
    return source
  }

  /// The events since the last call.
  private static func read(_ notices: Int32) -> [FolderNotice] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let size = Foundation.read(notices, &bytes, bytes.count)
    let head = MemoryLayout<inotify_event>.size
    var read: [FolderNotice] = []
    var rest = bytes.prefix(max(0, size))
    while rest.count >= head {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
      read.append(
        FolderNotice(
          event: Int32(bitPattern: event.mask), name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(head + Int(event.len))
    }
    return read
  }
}
