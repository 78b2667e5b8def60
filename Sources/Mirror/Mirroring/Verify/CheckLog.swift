import Catalog
import MirrorCore

/// Records checks in the catalog of a mirror.
///
/// If the mirror is open for reading, a connection of its own writes them, without the mirror's lock: a verification
/// may take days, and runs do not wait for it.
struct CheckLog: Sendable {
  private let catalog: CatalogThread
  /// Whether the catalog is another connection than the open mirror's.
  private let isOwn: Bool

  /// - Parameter isNeeded: Whether the next verification needs the record.
  /// - Returns: No log if the mirror cannot be written to, and then why, if it is needed.
  static func opened(in open: OpenMirror, isNeeded: Bool) async -> (CheckLog?, error: String?) {
    do { return (try await CheckLog(in: open), nil) } catch {
      return (nil, isNeeded ? MirrorError(readingSource: error).message : nil)
    }
  }

  private init(in open: OpenMirror) async throws {
    guard open.access == .reading else {
      (catalog, isOwn) = (open.catalog, false)
      return
    }
    let mirror = open.mirror
    catalog = try await open.disk.run { () throws(MirrorError) in
      try mirror.catalogPlace().thread(.noting)
    }
    isOwn = true
  }

  /// - Returns: Why they are not recorded; nil if they are.
  func note(_ checks: [FileCheckRecord]) async -> String? {
    do {
      try await catalog.query { catalog throws(CatalogError) in try catalog.note(checks) }
      return nil
    } catch {
      return error.message
    }
  }

  func close() async { if isOwn { await catalog.close() } }
}
