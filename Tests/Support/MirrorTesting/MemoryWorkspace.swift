import Locking
import MirrorCore

/// A workspace in memory, for tests.
package final class MemoryWorkspace: Workspace {
  private let parts = Locked<[String: [UInt8]]>([:])

  package init() {}

  package func part(ofPhoto id: Int64) -> String { "\(id).part" }

  package func discardParts(ofPhotos ids: [Int64]) async throws(StorageError) {
    for id in ids { _ = take(part(ofPhoto: id)) }
  }

  /// The bytes of a part; nil if there is none.
  package subscript(part: String) -> [UInt8]? {
    get { parts.withLock { $0[part] } }
    set { parts.withLock { $0[part] = newValue } }
  }

  /// The parts that exist.
  package var names: [String] { parts.withLock { $0.keys.sorted() } }

  func take(_ part: String) -> [UInt8]? { parts.withLock { $0.removeValue(forKey: part) } }
}
