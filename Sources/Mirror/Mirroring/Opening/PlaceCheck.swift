import Catalog
import MirrorCore

/// Whether the place of a mirror's photos is the one that the catalog describes.
///
/// The place has the mirror's id in its state. A mounted disk that is missing, a directory or a bucket of another mirror
/// would otherwise be believed: the catalog would forget all its photos, and new ones would be stored there. A place
/// without an id is the right one if it has the files, so that photos may be moved without their state, and every place
/// is the right one for a catalog without photos.
struct PlaceCheck {
  /// Photos whose files are looked for.
  static let sampleSize = 32
  /// Fewer files may be removed at once without a question.
  private static let fewest = 16

  /// Who asks.
  enum Asker: Sendable {
    /// A task that uses the files as they are.
    case task
    /// A run, which fetches photos again whose files are missing.
    /// - Parameter acceptsLosses: Whether the user says that the files were removed on purpose.
    case run(acceptsLosses: Bool)
  }

  /// What to do.
  enum Verdict: Sendable, Hashable {
    case right
    /// The place gets the catalog's id.
    case mark
    /// The catalog gets the place's id.
    case take
    case otherMirror
    /// The sample's files are missing.
    case filesGone
  }

  /// The id of the catalog.
  let id: String
  /// The id in the place; nil if there is none.
  let mark: String?
  /// Whether the catalog itself is in the place.
  let hasCatalog: Bool
  /// How many files were looked for; 0 if the catalog has no photos.
  let sample: Int
  /// Photos of the sample whose files are missing.
  let missing: Int

  func verdict(_ asker: Asker) -> Verdict {
    if mark != id, !hasCatalog, mark != nil { return sample == 0 ? .take : .otherMirror }
    let isMarked = hasCatalog || mark == id
    switch asker {
    case .task where isMarked: return .right
    case .run(acceptsLosses: true): break
    case .task, .run:
      let isMany = 2 * missing > sample && (!isMarked || missing >= Self.fewest)
      if isMany { return .filesGone }
    }
    return isMarked ? .right : .mark
  }
}

extension OpenedStore {
  /// Checks that it is the place of the catalog's photos, and gives it the mirror's id if it has none.
  /// - Parameter marks: Whether the id may be written now.
  /// - Throws: ``MirrorError`` if it is the place of another mirror, or if most of the files are missing.
  func check(
    _ catalog: CatalogThread, of mirror: Mirror, for asker: PlaceCheck.Asker, marks: Bool
  ) async throws {
    let check = try await placeCheck(catalog, of: mirror)
    switch check.verdict(asker) {
    case .right: break
    case .mark: if marks { try await files.noteMirrorID(check.id) }
    case .take:
      guard marks, let mark = check.mark else { break }
      try await catalog.perform { try MirrorIdentity.take(mark, in: $0) }
    case .otherMirror:
      throw MirrorError.directory(
        "\(name) has the photos of another mirror than the catalog", .otherMirror)
    case .filesGone:
      var problem = DirectoryProblem.filesGone
      if case .task = asker { problem = .otherMirror }
      throw MirrorError.directory(
        "\(check.missing) of \(check.sample) files that the catalog knows are not in \(name)",
        problem)
    }
  }

  /// What the place and the catalog say.
  func placeCheck(_ catalog: CatalogThread, of mirror: Mirror) async throws -> PlaceCheck {
    let (id, sample) = try await catalog.perform { catalog in
      (
        // A catalog that is only read, and has no id yet, matches no mark.
        try MirrorIdentity.of(catalog) ?? "", try catalog.sampleOfStored(PlaceCheck.sampleSize)
      )
    }
    let mark = try await files.mirrorID()
    let looks = try await files.look(
      for: sample.map {
        StoredFiles(path: $0.file.path, stem: $0.stem, thumbnail: $0.file.thumbnail)
      })
    return PlaceCheck(
      id: id, mark: mark, hasCatalog: distantFiles == nil && mirror.catalog == nil,
      sample: sample.count, missing: looks.count { !$0.isThere })
  }
}
