import Catalog
import MirrorCore

/// Records checks in the catalog of a mirror.
///
/// If the mirror is open for reading, a connection of its own writes them, without the mirror's lock: a verification
/// may take days, and runs do not wait for it.
struct CheckLog: Sendable {
  private let catalog: RunCatalog
  /// Whether the catalog is another connection than the open mirror's.
  private let isOwn: Bool

  /// Nil if the mirror cannot be written to, which `progress` tells if the next verification needs the record.
  static func opened(
    in open: OpenMirror, isNeeded: Bool, _ progress: inout Verification.Progress
  ) async -> CheckLog? {
    do { return try await CheckLog(in: open) } catch {
      guard isNeeded else { return nil }
      progress.recordingError = (error as? MirrorError)?.message ?? "\(error)"
      return nil
    }
  }

  private init(in open: OpenMirror) async throws {
    guard open.access == .reading else {
      (catalog, isOwn) = (open.catalog, false)
      return
    }
    let mirror = open.mirror
    catalog = try await open.disk.run { () throws(MirrorError) in
      let place = try mirror.catalogPlace()
      let catalog: Catalog
      do throws(CatalogError) { catalog = try Catalog(notingIn: place) } catch {
        throw MirrorError(error)
      }
      return RunCatalog(changing: catalog)
    }
    isOwn = true
  }

  /// After a failure, which `progress` tells, files are checked without a record.
  func note(_ checks: [FileCheckRecord], _ progress: inout Verification.Progress) async {
    guard progress.recordingError == nil else { return }
    do {
      try await catalog.query { catalog throws(CatalogError) in try catalog.note(checks) }
    } catch {
      progress.recordingError = error.message
    }
  }

  func close() async { if isOwn { await catalog.close() } }
}
