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

  /// The photo's own file first: the others stay with it if its new name is taken, and cannot keep it from that.
  fileprivate var moves: [PlaceMove] {
    var moves = companions.map { path, newPath in
      var move = PlaceMove(path, to: newPath, ifMissing: .skip, ifTaken: .skip)
      move.isOptional = true
      return move
    }
    if let path, let newPath {
      moves.insert(PlaceMove(path, to: newPath, ifMissing: .skip), at: 0)
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

/// A file beside a photo that keeps its name.
package struct KeptFile: Sendable, Hashable {
  /// Relative to the mirror.
  package let path: String
  /// A clause in lower case without a period.
  package let reason: String

  package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

  /// Nil if the file was moved, or is none.
  fileprivate init?(_ path: String, _ outcome: ChangeOutcome) {
    switch outcome {
    case .taken: self.init(path: path, reason: "another file has its new name")
    case .failed(let reason): self.init(path: path, reason: reason)
    case .done, .kept, .missing: return nil
    }
  }
}

extension MirrorFiles {
  /// Gives the files of photos other names, durably. Call it again to finish what a kill or a failing place interrupted.
  /// - Returns: In the order of the photos, the files beside them that stay, or why the photo stays where it is;
  ///   after an error that is not `isOfEntry` it may have either name.
  package func rename(
    _ photos: [NameChange]
  ) async -> [Result<[KeptFile], StorageError>] {
    let groups = photos.map(\.moves)
    let results = await place.apply(groups.map { $0.map { .move($0) } })
    return zip(groups, results).map { moves, result in
      result.map { outcomes in
        zip(moves, outcomes).compactMap { KeptFile($0.path, $1) }
      }
    }
  }

  /// Whether another file has a photo's new name, in the order of the photos: what ``rename(_:)`` finds then.
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
