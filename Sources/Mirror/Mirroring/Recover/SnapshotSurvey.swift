import Catalog
import Foundation
import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// Looks at all snapshots of a mirror's catalog, and says which one is tried first.
///
/// Each is expanded once, one at a time; a snapshot in the object store with the name of one that was looked at is taken
/// for the same.
struct SnapshotSurvey: Sendable {
  /// A snapshot and where it is.
  struct Place: Sendable {
    let name: SnapshotName
    /// Nil for one in the object store.
    let file: String?
    /// Whether the file is the catalog of another mirror, which may be in use.
    var isCatalog = false

    var text: String { file ?? "\(MirrorNames.snapshots)/\(name.text) in the store" }
  }

  /// Why a snapshot is not used.
  struct Refusal: Error {
    let reason: String
    /// Whether it is used if the user names it.
    var isAhead = false
  }

  let directory: MirrorDirectory
  /// Another directory of a mirror; nil for none.
  let source: MirrorDirectory?
  /// The files of the photos if they are elsewhere; nil for the directory.
  let files: MirrorFiles?
  let disk: ThreadPool
  /// The only one that is used, because the user names it; nil for the newest.
  let named: SnapshotName?

  /// The snapshots of this mirror, the newest first.
  /// - Parameter refuse: Is told which others there are.
  func places(_ refuse: (Place, Refusal) -> Void) async throws -> [Place] {
    let now = SnapshotName(at: Int64(Date().timeIntervalSince1970))
    let wanted = try await all().filter { named == nil || $0.name == named }
    // The name of another mirror's catalog is its time, and the user names that mirror.
    let isAhead = { (place: Place) in
      named == nil && !place.isCatalog && place.name.isAhead(of: now)
    }
    var found = try await candidates(wanted.filter { !isAhead($0) }, refuse)
    let ahead = wanted.filter(isAhead)
    if found.isEmpty {
      // All are: the clock may be behind.
      found = try await candidates(ahead, refuse)
    } else {
      for place in ahead {
        refuse(place, Refusal(reason: "its time is more than a day ahead", isAhead: true))
      }
    }
    let mark = try await mirrorID()
    let choice = SnapshotChoice(found.map(\.candidate), of: mark, now: now)
    for index in choice.others {
      refuse(found[index].place, Refusal(reason: "it is of another mirror"))
    }
    return choice.order.map { found[$0].place }
  }

  private typealias Found = (place: Place, candidate: SnapshotChoice.Candidate)

  /// Looks at snapshots, in their order.
  private func candidates(
    _ places: [Place], _ refuse: (Place, Refusal) -> Void
  ) async throws -> [Found] {
    var found: [Found] = []
    for place in places {
      try Task.checkCancellation()
      if place.file == nil, let twin = found.first(where: { $0.place.name == place.name }) {
        found.append((place, twin.candidate))
        continue
      }
      do {
        let candidate: SnapshotChoice.Candidate = try await withFile(of: place) { file in
          try await disk.run { try look(at: place, file) }
        }
        found.append((place, candidate))
      } catch let refusal as Refusal {
        refuse(place, refusal)
      }
    }
    return found
  }

  /// Calls `body` with the snapshot's file, which is copied from the store for that.
  func withFile<Result>(
    of place: Place, _ body: (String) async throws -> Result
  ) async throws -> Result {
    guard place.file == nil, let files else { return try await body(place.file ?? "") }
    let taken: TakenFile
    do throws(StorageError) { taken = try await files.take(place.name) } catch {
      guard error.isOfEntry else { throw error.error }
      throw Refusal(reason: error.error.message)
    }
    return try await whileOpen {
      try await body(taken.path)
    } close: {
      await files.place.release(taken)
    }
  }

  /// All snapshots, those with the latest names first, files before objects.
  private func all() async throws(MirrorError) -> [Place] {
    var places: [Place] = []
    for directory in [directory, source].compactMap(\.self) {
      let folder = SnapshotFolder(directory)
      places += await disk.run { folder.names.map { .init(name: $0, file: folder.file($0)) } }
    }
    if let source {
      let status = await disk.run { FileStatus(linkFree: source.catalog) }
      if let status, status.isRegular {
        places.append(
          .init(name: SnapshotName(at: status.modifiedAt), file: source.catalog, isCatalog: true))
      }
    }
    if let files {
      do throws(StorageError) {
        places += try await files.snapshots().map { .init(name: $0, file: nil) }
      } catch {
        throw error.error
      }
    }
    // The sort is stable.
    return places.sorted { $0.name > $1.name }
  }

  /// The id of the mirror whose photos are here; nil if unknown.
  private func mirrorID() async throws -> String? {
    do throws(StorageError) {
      let own = try await disk.run { () throws(StorageError) -> String? in
        if let id = SnapshotFolder(directory).mirrorID { return id }
        return try directory.mirrorID()
      }
      if let own { return own }
      return try await files?.mirrorID()
    } catch {
      throw error.error
    }
  }

  /// What a snapshot says of itself. Blocks.
  private func look(at place: Place, _ file: String) throws -> SnapshotChoice.Candidate {
    let draft = directory.newScratchFile()
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { LinkFree.unlink(draft + suffix) } }
    do throws(CatalogError) {
      if !place.isCatalog { try CatalogSnapshot.expand(file, to: draft) }
      let catalog = try CatalogLocation.file(place.isCatalog ? file : draft).open(.reading)
      return SnapshotChoice.Candidate(
        name: place.name, mirror: try MirrorIdentity.of(catalog), runs: try catalog.runCount(),
        number: try Snapshots.number(in: catalog))
    } catch {
      throw try Refusal(of: error)
    }
  }
}

extension SnapshotSurvey.Refusal {
  /// - Throws: ``MirrorError`` if the error is not one of the snapshot.
  init(of error: CatalogError) throws(MirrorError) {
    switch error.kind {
    case .damaged, .foreign, .linked, .otherVersion, .outdated, .unfinished, .statement:
      self.init(reason: error.message)
    default: throw MirrorError(error)
    }
  }
}
