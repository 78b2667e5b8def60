import Catalog
import LocalFiles
import MirrorCore
import ObjectStorage
import Threads

/// The check of mirrored photos in an object store: each is copied to this machine, and read as a file.
struct ObjectCheck: Sendable {
  /// Photos at once.
  private static let width = 8

  private let check: FileCheck
  private let options: Verification.Options
  private let objects: ObjectDestination
  private let pool: ThreadPool

  init(
    _ check: FileCheck, _ options: Verification.Options, _ objects: ObjectDestination,
    _ pool: ThreadPool
  ) {
    (self.check, self.options, self.objects, self.pool) = (check, options, objects, pool)
  }

  /// Passes the findings to `body` in the order of the photos; nil after a cancellation.
  func forEach(
    of photos: [StoredPhoto],
    _ body: ((photo: StoredPhoto, findings: [Verification.Finding]?)) -> Void
  ) async throws {
    let looks = try await objects.look(for: photos.map(\.files))
    for start in stride(from: 0, to: photos.count, by: Self.width) {
      let range = start..<min(start + Self.width, photos.count)
      var results: [Int: [Verification.Finding]] = [:]
      try await withThrowingTaskGroup(of: (Int, [Verification.Finding]?).self) { group in
        for index in range {
          group.addTask { (index, try await findings(photos[index], looks[index])) }
        }
        for try await (index, findings) in group { results[index] = findings }
      }
      for index in range { body((photo: photos[index], findings: results[index])) }
    }
  }

  /// - Returns: Nil if the task is cancelled before the photo is read.
  private func findings(
    _ photo: StoredPhoto, _ look: FileLook
  ) async throws(StorageError) -> [Verification.Finding]? {
    if Task.isCancelled { return nil }
    let file = photo.file
    guard look.isThere || file.byteCount == 0, let facts = try await objects.facts(of: file.path)
    else { return [.missing(path: file.path)] }
    // The digest that was stored with the object tells whether another program replaced it.
    let isSuspicious = facts.size != file.byteCount || facts.sha256 != file.sha256
    var findings: [Verification.Finding] = []
    if !options.isQuick || isSuspicious {
      guard await pool.run({ check.waits(forBytes: facts.size) }) else { return nil }
      if let finding = try await read(file) { findings.append(finding) }
    }
    findings += check.gaps(of: photo, look)
    return findings.isEmpty && options.tellsSame ? [.same(path: file.path)] : findings
  }

  private func read(_ file: MirroredPhoto) async throws(StorageError) -> Verification.Finding? {
    let copy: String
    do throws(StorageError) {
      copy = try await objects.localFile(of: file.path)
    } catch {
      guard error.isOfEntry else { throw error }
      return .unreadable(path: file.path, reason: error.error.message)
    }
    let finding = await pool.run {
      check.finding(file, at: copy, size: DurableFile.size(of: copy) ?? 0)
    }
    await objects.release(localFile: copy)
    return finding
  }
}

extension ExtraFiles {
  /// Passes the objects to `body` that the catalog does not know.
  func forEach(in objects: ObjectDestination, _ body: (String) -> Void) async throws {
    var last: String?
    while true {
      try Task.checkCancellation()
      let paths = try await objects.paths(after: last)
      guard let end = paths.last else { return }
      last = end
      for path in paths where !isOfMirror(path) && !isKnown(path) { body(path) }
    }
  }

  /// Names that begin with a dot are the mirror's own.
  private func isOfMirror(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
