/// The names of a photo and of the files beside it, before and after a change.
package struct NameChange: Sendable, Hashable {
  /// The path of its file, relative to the mirror; nil if it never had one.
  package let path: String?
  /// The path that its file gets.
  package let newPath: String?
  /// The path of its name without an extension.
  package let stem: String
  /// The path of the name that it gets.
  package let newStem: String

  package init(path: String?, newPath: String?, stem: String, newStem: String) {
    (self.path, self.newPath, self.stem, self.newStem) = (path, newPath, stem, newStem)
  }

  /// The photo's own file last: whatever fails, it has one of its names, and the catalog knows it.
  fileprivate var moves: [PlaceMove] {
    var moves = companions.map {
      PlaceMove($0.path, to: $0.newPath, ifMissing: .skip, ifTaken: .skip)
    }
    if let path, let newPath {
      moves.append(PlaceMove(path, to: newPath, ifMissing: .skip))
    }
    for index in moves.indices { moves[index].removesEmptyFolder = true }
    return moves
  }

  /// The paths of the files beside the photo.
  fileprivate var companions: [(path: String, newPath: String)] {
    var companions: [(path: String, newPath: String)] = []
    if let path, let newPath {
      companions += zip(SidecarChoice.paths(of: path), SidecarChoice.paths(of: newPath)).map {
        ($0, $1)
      }
    }
    return companions
      + ThumbnailFormat.allCases.map {
        (MirrorNames.thumbnail(ofStem: stem, $0), MirrorNames.thumbnail(ofStem: newStem, $0))
      }
  }
}

extension MirrorFiles {
  /// Gives the files of photos other names, durably. Call it again to finish what a kill interrupted.
  /// - Returns: In the order of the photos, the paths of the files beside them that stay because another file has their new
  ///   name, or why the photo stays where it is.
  package func rename(
    _ photos: [NameChange]
  ) async -> [Result<[String], StorageError>] {
    let areOccupied: [Bool]
    do throws(StorageError) { areOccupied = try await self.areOccupied(photos) } catch {
      return photos.map { _ in .failure(error) }
    }
    let groups = zip(photos, areOccupied).map { $1 ? [] : $0.moves }
    let results = await place.apply(groups.map { $0.map { .move($0) } })
    return photos.indices.map { index in
      guard !areOccupied[index] else {
        let path = photos[index].newPath ?? photos[index].newStem
        return .failure(
          StorageError(.directory("another file already exists at \(path)"), isOfEntry: true))
      }
      return results[index].map { outcomes in
        zip(groups[index], outcomes).filter { $0.1 == .taken }.map(\.0.path)
      }
    }
  }

  /// Whether another file has a photo's new name, as ``rename(_:)`` finds it, in the order of the photos.
  package func areOccupied(_ photos: [NameChange]) async throws(StorageError) -> [Bool] {
    let paths = photos.flatMap { [$0.path ?? $0.stem, $0.newPath ?? $0.newStem] }
    let facts = try await place.facts(of: paths, .listed)
    return photos.indices.map { index in
      let (old, new) = (facts[2 * index], facts[2 * index + 1])
      // One file, to a file system that ignores case.
      let isSame = old == new && paths[2 * index].lowercased() == paths[2 * index + 1].lowercased()
      // Without the old one it was moved before a kill.
      return old != nil && new != nil && !isSame
    }
  }
}
