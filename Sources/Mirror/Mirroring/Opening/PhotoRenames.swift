import Catalog
import LocalFiles
import MirrorCore

/// What happened to one photo.
public enum RenameStep: Sendable, Hashable {
  /// Paths relative to the mirror; in a dry run it would be moved.
  case moved(from: String, to: String)
  /// The photo, or a file beside it, keeps its name.
  case kept(path: String, reason: String)
}

/// Moves the files of photos whose new names are reserved in the catalog. Blocks; the caller holds the lock.
enum PhotoRenames {
  static let batchSize = 200

  /// Completes the renames that a killed process began.
  static func complete(
    in directory: MirrorDirectory, _ catalog: Catalog
  ) throws(CatalogError) {
    while true {
      let begun = try catalog.begunRenames(limit: batchSize)
      guard !begun.isEmpty else { return }
      _ = try move(begun, in: directory, catalog)
    }
  }

  /// Moves the files of photos whose new names are reserved, and records those that were moved.
  static func move(
    _ renames: [PhotoRename], in directory: MirrorDirectory, _ catalog: Catalog
  ) throws(CatalogError) -> [RenameStep] {
    let mover = PhotoMove(directory)
    var (steps, folders) = ([RenameStep](), Set<String>())
    var (moved, cancelled) = ([PhotoRename](), [PhotoRename]())
    for rename in renames {
      do throws(StorageError) {
        let outcome = try mover.move(
          rename.path, to: rename.newPath, stem: rename.oldStem, to: rename.newStem)
        folders.formUnion(outcome.folders)
        moved.append(rename.moved)
        if rename.isMirrored, let path = rename.path {
          steps.append(.moved(from: path, to: rename.newPath ?? ""))
        }
        steps += outcome.left.map { .kept(path: $0, reason: "another file has its new name") }
      } catch {
        cancelled.append(rename)
        steps.append(.kept(path: rename.path ?? rename.oldStem, reason: error.error.message))
      }
    }
    do throws(StorageError) {
      try mover.settle(folders)
    } catch {
      steps.append(.kept(path: "", reason: error.error.message))
    }
    try catalog.endRenames(moved, cancelled: cancelled)
    return steps
  }
}

extension PhotoRename {
  /// The new path of the photo's file, with the extension of the old one.
  var newPath: String? {
    guard let path else { return nil }
    let name = path.split(separator: "/").last ?? ""
    return newStem + (name.lastIndex(of: ".").map { String(name[$0...]) } ?? "")
  }

  fileprivate var moved: PhotoRename {
    PhotoRename(
      id: id, oldStem: oldStem, newStem: newStem, path: newPath, isMirrored: isMirrored)
  }
}
