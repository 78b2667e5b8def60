import Foundation
import LocalFiles
import MirrorCore
import SystemCalls

/// What a mirror no longer shows: photos in its trash, and photos that the user asked to forget.
public struct MirrorTrash: Sendable {
  /// A photo in the trash.
  public struct Item: Sendable, Hashable {
    /// The path of the file now, relative to the mirror.
    public let place: String
    /// The path that the file had, relative to the mirror.
    public let path: String
    /// The site that issued the photo's id.
    public let site: String
    /// The photo's id at the site.
    public let key: String
    /// `gone`, `forgotten` or `replaced`.
    public let cause: String
    /// The reason, as a sentence in lower case without a period.
    public let reason: String
    /// Seconds since 1970.
    public let trashedAt: Int64
    /// Bytes of the photo's own file, without sidecars and thumbnail.
    public let byteCount: Int64

    fileprivate init(_ place: String, _ record: TrashRecord) {
      (self.place, path, site, key) = (place, record.path, record.site, record.key)
      (cause, reason) = (record.cause.rawValue, record.reason)
      (trashedAt, byteCount) = (record.trashedAt, record.byteCount)
    }
  }

  /// What happened to a photo that the user named.
  public enum Outcome: Sendable, Hashable {
    case done(path: String)
    /// It is already as the user wants it: a sentence in lower case without a period.
    case unchanged(path: String, reason: String)
    /// A sentence in lower case without a period.
    case refused(name: String, reason: String)
  }

  private static let batch = 200
  let mirror: Mirror

  public init(of mirror: Mirror) { self.mirror = mirror }

  /// What is in the trash, the oldest folder first. Can run while a run is writing.
  /// - Throws: ``MirrorError``, or what `tell` throws.
  public func list(_ tell: (Item) throws -> Void) async throws {
    try await mirror.open(.reading) { open in
      try await open.withStore(writes: false) { store in
        try await Self.forEachItem(of: store.files) { place, record in
          try tell(Item(place, record))
        }
      }
    }
  }

  /// Deletes what is in the trash.
  /// - Parameter age: Only what has been there for at least this long.
  /// - Returns: The photos that were deleted, and their bytes.
  public func empty(olderThan age: Duration) async throws -> (photos: Int, bytes: Int64) {
    try await changing { trash, _ in
      let latest = Int64(Date().timeIntervalSince1970) - age.components.seconds
      var (photos, bytes): (Int, Int64) = (0, 0)
      try await Self.forEachItem(of: trash.destination) { place, record in
        guard record.trashedAt <= latest else { return }
        try await trash.purge(place, of: Self.photo(of: record, in: trash.catalog))
        photos += 1
        bytes = bytes.addingClamped(record.byteCount)
      }
      return (photos, bytes)
    }
  }

  /// Brings photos back from the trash, where they stay then, whatever the source lists, and files from the set-aside
  /// folder.
  /// - Parameter names: Ids at the site, or paths as they were in the mirror or are in the trash or the set-aside folder.
  public func restore(_ names: [String]) async throws -> [Outcome] {
    try await changing { trash, open in
      let wanted = Set(names.map { mirror.directory.relative($0) })
      let (found, alike) = try await Self.items(named: wanted, in: trash.destination)
      let rest = wanted.filter { found[$0] == nil }
      let asides = rest.isEmpty ? [:] : try await Self.asides(named: rest, in: trash.destination)
      var outcomes: [Outcome] = []
      for name in names {
        guard let item = found[mirror.directory.relative(name)] else {
          if let file = asides[mirror.directory.relative(name)] {
            outcomes.append(try await Self.restore(file, named: name, with: trash, in: open))
          } else {
            outcomes.append(
              .refused(name: name, reason: "neither the trash nor the set-aside folder has it"))
          }
          continue
        }
        if let paths = alike[mirror.directory.relative(name)], paths.count > 1 {
          let list = paths.sorted().joined(separator: ", ")
          outcomes.append(
            .refused(name: name, reason: "several photos in the trash have this name: \(list)"))
          continue
        }
        outcomes.append(try await Self.restore(item.place, item.record, named: name, with: trash))
      }
      return outcomes
    }
  }

  /// The last photo of each name in the trash, and the paths, some at least, of all whose files have a name.
  private static func items(
    named wanted: Set<String>, in destination: MirrorFiles
  ) async throws -> (
    found: [String: (place: String, record: TrashRecord)], alike: [String: Set<String>]
  ) {
    var found: [String: (place: String, record: TrashRecord)] = [:]
    var alike: [String: Set<String>] = [:]
    try await forEachItem(of: destination) { place, record in
      let file = String(record.path.fileName)
      if wanted.contains(file), record.cause != .replaced, alike[file, default: []].count < 5 {
        alike[file, default: []].insert(record.path)
      }
      for name in [record.key, record.path, place, file] where wanted.contains(name) {
        // Old versions come back only by their own places.
        guard name == place || record.cause != .replaced else { continue }
        if found[name].map({ $0.record.trashedAt <= record.trashedAt }) ?? true {
          found[name] = (place, record)
        }
      }
    }
    return (found, alike)
  }

  private static func restore(
    _ place: String, _ record: TrashRecord, named name: String, with trash: Trash
  ) async throws -> Outcome {
    guard try await trash.destination.fingerprint(of: place) == record.fingerprint else {
      return .refused(name: name, reason: "its file in the trash is missing or damaged: \(place)")
    }
    let known = try await photo(of: record, in: trash.catalog)
    do throws(StorageError) {
      if let known, known.record.departure?.place == place {
        let back = try await bringBack(known, with: trash)
        return back
          ? .done(path: record.path)
          : .refused(name: name, reason: "another file already exists at \(record.path)")
      }
      try await trash.destination.recover(record.files, from: place)
      return .done(path: record.path)
    } catch {
      guard error.isOfEntry else { throw error.error }
      return .refused(name: name, reason: error.error.message)
    }
  }

  private static func bringBack(
    _ photo: KnownPhoto, with trash: Trash
  ) async throws(StorageError) -> Bool {
    do {
      return try await !trash.bringBack([photo], as: .kept).isEmpty
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(MirrorError(readingSource: error))
    }
  }

  /// Removes photos from the mirror, and remembers not to mirror them again. Their files go to the trash.
  /// - Parameter names: Ids at the site, or paths.
  public func forget(_ names: [String]) async throws -> [Outcome] {
    try await eachPhoto(names) { photo, name, trash in
      if photo.record.departure?.isForgotten ?? false {
        return .unchanged(path: photo.label, reason: "it was forgotten before")
      }
      let reason = "the user asked to forget it"
      switch photo.record.isMirrored ? try await trash.isOwn(photo) : nil {
      case false?:
        return .refused(
          name: name,
          reason: "its file was edited since it was mirrored; accept the edit or move it away")
      case true?:
        let discarded = try await trash.discard([photo], cause: .forgotten, reason: reason)
        return discarded.places.isEmpty
          ? .refused(
            name: name, reason: discarded.failure ?? "its files cannot be moved to the trash")
          : .done(path: photo.label)
      case nil:
        var departure =
          photo.record.departure ?? Departure(.deleted, since: trash.now(), reason: "")
        if departure.state.isMirrored { departure.state = .deleted }
        (departure.isForgotten, departure.reason) = (true, reason)
        try await trash.catalog.depart([photo.record.id: departure])
        return .done(path: photo.label)
      }
    }
  }

  /// Takes back ``forget(_:)``: a photo whose file is still in the trash is there again, another is mirrored by
  /// the next run if the source lists it.
  public func remember(_ names: [String]) async throws -> [Outcome] {
    try await eachPhoto(names) { photo, name, trash in
      guard let departure = photo.record.departure, departure.isForgotten else {
        return .refused(name: name, reason: "it was not forgotten")
      }
      if departure.state == .trashed {
        let back = try await trash.bringBack([photo])
        if !back.isEmpty { return .done(path: photo.label) }
      }
      try await trash.catalog.comeBack([photo.record.id], isMirrored: false)
      return .done(path: photo.label)
    }
  }

  private func eachPhoto(
    _ names: [String],
    _ body: (_ photo: KnownPhoto, _ name: String, _ trash: Trash) async throws -> Outcome
  ) async throws -> [Outcome] {
    try await changing { trash, _ in
      var outcomes: [Outcome] = []
      for name in names {
        let photos = try await trash.catalog.photos(named: mirror.directory.relative(name))
        guard let photo = photos.first, photos.count == 1 else {
          let paths = photos.map(\.label).joined(separator: ", ")
          outcomes.append(
            .refused(
              name: name,
              reason: photos.isEmpty
                ? "the mirror knows no such photo" : "several photos have this id: \(paths)"))
          continue
        }
        outcomes.append(try await body(photo, name, trash))
      }
      return outcomes
    }
  }

  private static func photo(
    of record: TrashRecord, in catalog: any DepartureCatalog
  ) async throws -> KnownPhoto? {
    try await catalog.photos(named: record.key).first { $0.site == record.site }
  }

  private static func forEachItem(
    of destination: MirrorFiles, _ body: (String, TrashRecord) async throws -> Void
  ) async throws {
    for try await items in destination.trash(batch: batch) {
      for item in items {
        try Task.checkCancellation()
        if let record = TrashRecord(item.record) { try await body(item.place, record) }
      }
    }
  }

  /// Completes what a killed process began, then calls `body`.
  func changing<Result>(
    _ body: (Trash, OpenMirror) async throws -> Result
  ) async throws -> Result {
    try await mirror.open(.changing) { open in
      try await open.withStore(writes: true) { store in
        let trash = Trash(catalog: open.catalog, destination: store.files)
        try await trash.finishInterrupted()
        let result = try await body(trash, open)
        await open.leaveSnapshot(in: store)
        return result
      }
    }
  }
}

extension KnownPhoto {
  /// Its path, or its id if it never had a file.
  fileprivate var label: String { file?.path ?? record.photo }
}
