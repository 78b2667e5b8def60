import Catalog
import MirrorCore
import SystemCalls

/// What happened to one photo.
public enum RenameStep: Sendable, Hashable {
  /// Paths relative to the mirror; in a dry run it would be moved.
  case moved(from: String, to: String)
  /// The photo, or a file beside it, keeps its name.
  case kept(path: String, reason: String)
}

/// Moves the files of photos whose new names are reserved in the catalog. The caller holds the lock.
struct PhotoRenames {
  static let batchSize = 200

  let files: MirrorFiles
  let catalog: CatalogThread

  /// Completes the renames that a killed process began. Those that a failing place does not let end stay begun.
  func complete() async throws(MirrorError) {
    while true {
      let begun = try await catalog.query { catalog throws(CatalogError) in
        try catalog.begunRenames(limit: Self.batchSize)
      }
      guard !begun.isEmpty else { return }
      guard try await move(begun).error == nil else { return }
    }
  }

  /// What became of renames.
  struct Outcome: Sendable {
    var steps: [RenameStep] = []
    /// Why some renames have not ended, and can be completed later.
    var error: MirrorError?
  }

  /// Moves the files of photos whose new names are reserved, and records those that were moved.
  func move(_ renames: [PhotoRename]) async throws(MirrorError) -> Outcome {
    var (outcome, moved, cancelled) = (Outcome(), [PhotoRename](), [PhotoRename]())
    for (rename, result) in zip(renames, await files.rename(renames.map(\.names))) {
      switch result {
      case .success(let kept):
        moved.append(rename.moved)
        if rename.isMirrored, let path = rename.path {
          outcome.steps.append(.moved(from: path, to: rename.newPath ?? ""))
        }
        outcome.steps += kept.map { .kept(path: $0.path, reason: $0.reason) }
      case .failure(let error) where error.isOfEntry:
        cancelled.append(rename)
        outcome.steps.append(
          .kept(path: rename.path ?? rename.oldStem, reason: error.error.message))
      // The photo may have its new name already.
      case .failure(let error): outcome.error = outcome.error ?? error.error
      }
    }
    try await catalog.query { [moved, cancelled] catalog throws(CatalogError) in
      try catalog.endRenames(moved, cancelled: cancelled)
    }
    return outcome
  }
}

extension PhotoRename {
  /// The new path of the photo's file, with the extension of the old one.
  var newPath: String? {
    guard let path else { return nil }
    let name = path.fileName
    return newStem + (name.lastIndex(of: ".").map { String(name[$0...]) } ?? "")
  }

  var names: NameChange {
    NameChange(path: path, newPath: newPath, stem: oldStem, newStem: newStem)
  }

  fileprivate var moved: PhotoRename {
    PhotoRename(
      id: id, oldStem: oldStem, newStem: newStem, path: newPath, isMirrored: isMirrored)
  }
}
