import Catalog
import Digests
import Foundation
import LocalFiles
import MirrorCore
import SystemCalls

/// The directory of a copy, locked. All methods block.
final class CopyTarget: Sendable {
  /// What a copy records of itself in `.photomirror/copy.json`.
  private struct Record: Codable {
    /// The id of the mirror.
    let mirror: String
    /// The states of the catalogs that the last copies put there: two while one replaces the other.
    var catalogs: [String] = []
    /// The object store of its photos, as a catalog keeps it; nil if they are in the directory.
    var store: String?
    /// The last photo of the snapshot that is done; nil if no copy is underway.
    var photo: Int64?
    /// When the snapshot was taken, seconds since 1970.
    var began: Int64?
    /// When that of the last complete copy was taken.
    var since: Int64?
  }

  private static let file = "copy.json"
  static let snapshotFile = "copy.sqlite"
  /// What a new file system has in its root.
  private static let ignored = ["lost+found"]

  let directory: MirrorDirectory
  /// The snapshot of the mirror's catalog.
  let snapshot: String
  /// The object store of its photos; nil if they are in the directory.
  let store: StoreLocation?
  /// Whether nothing was copied before.
  let isNew: Bool
  private let lock: LockedDirectory
  /// The id of the mirror.
  let mirror: String

  /// - Parameters:
  ///   - copy: The copy, with its store if it is to have one.
  ///   - mirror: The id of the mirror.
  /// - Throws: ``MirrorError`` if the directory has something else than a copy of this mirror, or if the copy's store is
  ///   another one. Nothing is changed then.
  init(_ copy: Mirror, of mirror: String) throws {
    let directory = copy.directory
    (self.directory, self.mirror) = (directory, mirror)
    snapshot = directory.state + "/" + Self.snapshotFile
    let known = try Self.check(directory, mirror)
    isNew = known?.photo == nil && known?.catalogs.isEmpty ?? true
    store = isNew ? copy.store : try copy.store(of: known?.store)
    _ = try directory.prepare()
    lock = try LockedDirectory(directory)
    // Another process may have used the directory meanwhile.
    let record = try Self.check(directory, mirror)
    directory.removeScratchFiles()
    if isNew || record == nil { try write(Record(mirror: mirror, store: store?.record)) }
    if let store { copy.note(store) }
  }

  /// Whether a copy was interrupted, and its snapshot is whole.
  var isUnderway: Bool {
    guard position != nil, DurableFile.size(of: snapshot) != nil else { return false }
    return (try? CatalogLocation.file(snapshot).open(.copying).checkPages()) != nil
  }

  /// The last photo of the snapshot that is done; nil if no copy is underway.
  var position: Int64? { Self.record(in: directory)?.photo }

  /// When the last complete copy began, seconds since 1970; nil if none.
  var since: Int64? { Self.record(in: directory)?.since }

  /// Records that a snapshot is taken, and no photo is done.
  func begin() throws(StorageError) {
    var record = Self.record(in: directory) ?? Record(mirror: mirror, store: store?.record)
    (record.photo, record.began) = (0, Int64(Date().timeIntervalSince1970))
    try write(record)
  }

  /// Records that all photos up to one are done.
  func note(_ photo: Int64) throws(StorageError) {
    var record = Self.record(in: directory) ?? Record(mirror: mirror, store: store?.record)
    record.photo = photo
    try write(record)
  }

  /// Ends the copy: the snapshot becomes the catalog.
  /// - Parameter outcome: Photos that the copy does not have are recorded as lost, so that they can be fetched; those that
  ///   only the mirror lost are not.
  func finish(_ outcome: CopiedPhotos.Outcome) throws {
    let state = try CatalogLocation.file(snapshot).with(.copying) {
      [store] catalog throws(CatalogError) in
      try catalog.noteLosses(ofPhotos: outcome.lost.sorted())
      try catalog.noteFound(ofPhotos: outcome.found.sorted())
      try Mirror.note(store, in: catalog)
      return try Self.state(of: catalog)
    }
    guard DurableFile.size(of: snapshot + "-wal") ?? 0 == 0 else {
      throw MirrorError.directory("\(snapshot) is in use by another process", .busyCatalog)
    }
    for end in ["-wal", "-shm"] {
      directory.removeStateFile(Self.snapshotFile + end)
    }
    try DurableFile.sync(snapshot)
    var record = Self.record(in: directory) ?? Record(mirror: mirror, store: store?.record)
    record.catalogs.append(state)
    try write(record)
    try directory.replaceCatalog(by: snapshot)
    (record.catalogs, record.photo) = ([state], nil)
    (record.since, record.began) = (record.began, nil)
    try write(record)
  }

  private func write(_ record: Record) throws(StorageError) {
    let data = (try? JSONEncoder().encode(record)) ?? Data()
    try directory.writeDurableStateFile(Self.file, Array(data))
  }

  private static func record(in directory: MirrorDirectory) -> Record? {
    directory.stateFile(file).flatMap { try? JSONDecoder().decode(Record.self, from: Data($0)) }
  }

  /// - Returns: Nil if the directory is missing or empty.
  @discardableResult
  private static func check(
    _ directory: MirrorDirectory, _ mirror: String
  ) throws(MirrorError) -> Record? {
    guard let status = FileStatus(following: directory.path) else { return nil }
    guard status.isDirectory else {
      throw .directory("\(directory.path) is not a directory", .occupied)
    }
    let isMirror = try directory.hasCatalog()
    guard let record = record(in: directory) else {
      guard !isMirror else {
        throw .directory("\(directory.path) has a mirror of its own, not a copy", .notACopy)
      }
      guard isEmpty(directory) else {
        throw .directory("\(directory.path) has other files, and no copy of a mirror", .notACopy)
      }
      return nil
    }
    guard record.mirror == mirror else {
      throw .directory("\(directory.path) has a copy of another mirror", .notACopy)
    }
    guard isMirror else { return record }
    let state: String
    do throws(CatalogError) {
      state = try Self.state(of: CatalogLocation.file(directory.catalog).open(.reading))
    } catch {
      guard error.kind == .damaged else { throw MirrorError(error) }
      // It is replaced.
      return record
    }
    guard record.catalogs.contains(state) else {
      throw .directory(
        "the copy in \(directory.path) has changed since: a run read a listing into it", .notACopy)
    }
    return record
  }

  /// Nothing but what a call that ended early has made. Links and files of others are not followed or counted further
  /// than the first.
  private static func isEmpty(_ directory: MirrorDirectory) -> Bool {
    guard let names = FileManager.default.enumerator(atPath: directory.path) else { return false }
    for case let name as String in names where !ignored.contains(name) {
      let path = directory.file(name)
      if FileStatus(linkFree: path)?.isDirectory == true, path.hasPrefix(directory.state) {
        continue
      }
      if path == directory.lock || path.hasPrefix(directory.parts + "/") { continue }
      return false
    }
    return true
  }

  /// What makes a copy a mirror of its own: it read a listing, got photos, or let some go. A repair changes none of that.
  private static func state(of catalog: Catalog) throws(CatalogError) -> String {
    DigestAlgorithm.sha256.hex(of: Array(try catalog.ownership().joined(separator: "\n").utf8))
  }
}
