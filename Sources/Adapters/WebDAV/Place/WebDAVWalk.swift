import MirrorCore

/// The files below a folder, in the order of the paths' bytes, whatever the order of the server. Each folder is asked for by
/// itself.
struct WebDAVWalk {
  /// Files of one part.
  private static let part = 1000
  /// A server could list folders without an end.
  private static let mostFolders = 1_000_000
  private static let longestPath = 8192
  private static let mostOpen = 2_000_000

  private struct Item {
    let path: String
    let facts: FileFacts
    var isFolder: Bool { facts.kind == .folder }
    /// A folder's files come where its name with a slash would.
    var key: [UInt8] { Array(path.utf8) + (isFolder ? [UInt8(ascii: "/")] : []) }
  }

  private let place: WebDAVPlace
  private let list: PlaceList
  private let after: [UInt8]
  /// What is not passed yet, the next one last.
  private var open: [Item]
  private var count = 0

  init(_ place: WebDAVPlace, _ list: PlaceList) {
    (self.place, self.list, after) = (place, list, Array((list.after ?? "").utf8))
    open = [Item(path: list.folder, facts: FileFacts(.folder))]
  }

  /// The next files; nil at the end.
  mutating func next() async throws(WebDAVError) -> [PlaceFile]? {
    var files: [PlaceFile] = []
    while files.count < Self.part, let item = open.popLast() {
      if item.isFolder {
        try await enter(item.path)
      } else {
        files.append(PlaceFile(path: item.path, facts: item.facts))
      }
    }
    return files.isEmpty ? nil : files
  }

  private mutating func enter(_ folder: String) async throws(WebDAVError) {
    count += 1
    guard count <= Self.mostFolders, open.count <= Self.mostOpen,
      folder.utf8.count <= Self.longestPath
    else {
      throw WebDAVError(.other, "the server lists folders without an end")
    }
    let children = try await place.entries(of: folder)
    let (list, after) = (list, after)
    open += await place.pool.run {
      var items: [(key: [UInt8], item: Item)] = []
      for child in children {
        let path = folder.isEmpty ? child.name : "\(folder)/\(child.name)"
        let item = Item(path: path, facts: child.facts)
        guard list.includesHidden || !child.name.isHiddenName, !WebDAVPlace.isScratch(path),
          Self.isWanted(item.key, after: after, isFolder: item.isFolder),
          !item.isFolder || list.enters(path)
        else { continue }
        items.append((item.key, item))
      }
      items.sort { $1.key.lexicographicallyPrecedes($0.key) }
      // A server may list a file twice.
      return items.indices.filter { $0 == 0 || items[$0 - 1].key != items[$0].key }
        .map { items[$0].item }
    }
  }

  /// Whether a file is after the path, or a folder may have such files.
  static func isWanted(_ key: [UInt8], after: [UInt8], isFolder: Bool) -> Bool {
    after.lexicographicallyPrecedes(key) || (isFolder && after.starts(with: key))
  }
}
