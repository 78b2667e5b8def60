import MirrorCore
import SystemCalls

/// The files below a folder, in the order of the bytes of their names, folder by folder. No link is followed. Blocks.
struct DirectoryScan: Sendable {
  /// Files of one part.
  private static let part = 1000

  private struct Folder {
    /// Relative to the directory; empty for itself.
    let path: String
    /// In the reverse order.
    var names: [String]
    /// The components of the path after which the list begins, from this folder on; empty: at its start.
    let after: [String]
  }

  private let directory: MirrorDirectory
  private let list: PlaceList
  private var open: [Folder] = []

  init(_ directory: MirrorDirectory, _ list: PlaceList) {
    (self.directory, self.list) = (directory, list)
    let below = list.folder.isEmpty ? 0 : list.folder.utf8.count + 1
    let after = list.after.map {
      String(decoding: $0.utf8.dropFirst(below), as: UTF8.self).pathParts
    }
    enter(list.folder, after: after ?? [])
  }

  /// The next files; none at the end.
  mutating func next() -> [PlaceFile] {
    var files: [PlaceFile] = []
    while files.count < Self.part, !open.isEmpty {
      // In place: a copy of the folder would make each name cost a copy of all names.
      let last = open.count - 1
      guard let name = open[last].names.popLast() else {
        open.removeLast()
        continue
      }
      let (folder, after) = (open[last].path, open[last].after)
      let first = after.first
      if let first, name.precedes(first) { continue }
      let isFirst = first.map { $0.utf8.elementsEqual(name.utf8) } ?? false
      let path = folder.isEmpty ? name : folder + "/" + name
      guard let facts = directory.facts(of: path) else { continue }
      if facts.kind == .folder {
        if list.enters(path) { enter(path, after: isFirst ? Array(after.dropFirst()) : []) }
      } else if !isFirst {
        files.append(PlaceFile(path: path, facts: facts))
      }
    }
    return files
  }

  private mutating func enter(_ path: String, after: [String]) {
    let file = path.isEmpty ? directory.path : directory.file(path)
    guard path.isEmpty || FileStatus(linkFree: file)?.isDirectory ?? false else { return }
    let names = (LinkFree.names(in: file) ?? []).filter {
      list.includesHidden || !$0.isHiddenName
    }
    open.append(
      Folder(path: path, names: names.sorted { $1.precedes($0) }, after: after))
  }
}
