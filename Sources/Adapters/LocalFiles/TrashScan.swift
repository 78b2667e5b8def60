import Foundation
import Glibc
import MirrorCore
import SystemCalls

/// Finds the photos in the trash by their records, folder by folder in the order of the names. No link is followed.
struct TrashScan {
  /// Relative to the mirror.
  private(set) var places: [String] = []
  private let after: [String]?
  private let limit: Int

  /// - Parameter after: A place; only later ones are found. Nil: all.
  init(after: String?, limit: Int) {
    self.after = after.map { $0.dropFirst(TrashNames.root.count + 1).pathParts }
    self.limit = limit
  }

  /// Reads the trash. Blocks.
  mutating func read(_ path: String) {
    guard FileStatus(linkFree: path)?.isDirectory ?? false else { return }
    read(path, as: TrashNames.root, after: after)
  }

  /// - Parameter after: The rest of the place after which to begin; nil: at the start.
  private mutating func read(_ folder: String, as relative: String, after: [String]?) {
    let names = LinkFree.names(in: folder) ?? []
    for name in names.sorted(by: { $0.precedes($1) }) {
      guard places.count < limit else { return }
      let path = folder + "/" + name
      let isFolder = FileStatus(linkFree: path)?.isDirectory ?? false
      let item = isFolder ? name : String(name.dropLast(TrashNames.recordExtension.count))
      guard isFolder || name.hasSuffix(TrashNames.recordExtension), !item.isEmpty else { continue }
      var rest: [String]?
      if let after, let first = after.first {
        if item.precedes(first) { continue }
        if item.utf8.elementsEqual(first.utf8) {
          guard isFolder else { continue }
          rest = Array(after.dropFirst())
        }
      }
      if isFolder {
        read(path, as: relative + "/" + name, after: rest)
      } else {
        places.append(relative + "/" + item)
      }
    }
  }
}
