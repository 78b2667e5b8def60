import MirrorCore
import SystemCalls

extension BucketPlace {
  /// Photos of one folder from this number on are looked for in a list of the folder.
  private static let fewest = 3

  /// The sizes of the objects whose keys begin with a stem and a dot, by their keys.
  ///
  /// A page's photos are often neighbours: a list of a thousand keys answers for many of them. If the folder
  /// has so many other objects that lists do not help, each stem is asked for by itself.
  func objects(ofStems stems: [String]) async throws(StorageError) -> [String: Int64] {
    let all = Set(stems)
    // A list for a stem shows those that begin with it too: a photo's sidecars.
    let wanted = all.filter { stem in
      !stem.indices.contains { stem[$0] == "." && all.contains(String(stem[..<$0])) }
    }
    let folders = Dictionary(grouping: wanted) { stem in
      stem.folderPath.map(String.init) ?? ""
    }
    return try await told("look for photos in", "") { () throws(StoreError) in
      try await collect(Array(folders.values)) { stems throws(StoreError) in
        try await search(for: stems.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      }
    }
  }

  /// - Parameter stems: Of one folder, in the order of their bytes.
  private func search(for stems: [String]) async throws(StoreError) -> [String: Int64] {
    guard stems.count >= Self.fewest, let first = stems.first, let last = stems.last else {
      return try await searchEach(stems)
    }
    let folder = first.folderPath.map { $0 + "/" } ?? ""
    var found: [String: Int64] = [:]
    var reached: String?
    // Every wanted key begins with a stem and a dot, and so comes after the stem.
    var listing = StoreListing(client, prefix: folder, after: first)
    for _ in 0..<max(1, stems.count / 2) {
      let objects = try await listing.next() ?? []
      for object in objects { found[object.key] = object.size }
      reached = objects.last?.key ?? reached
      let isPast = reached.map { (last + "/").utf8.lexicographicallyPrecedes($0.utf8) } ?? false
      if listing.isOver || isPast { return found }
    }
    let rest = stems.filter { stem in
      reached.map { $0.utf8.lexicographicallyPrecedes((stem + "/").utf8) } ?? true
    }
    return try await found.merging(searchEach(rest)) { $1 }
  }

  private func searchEach(_ stems: [String]) async throws(StoreError) -> [String: Int64] {
    try await collect(stems) { stem throws(StoreError) in
      let part = try await client.list(prefix: stem + ".")
      return Dictionary(part.objects.map { ($0.key, $0.size) }) { $1 }
    }
  }

  /// The results for all items together; the requests run at once, as far as the engine lets them.
  private func collect<Item: Sendable>(
    _ items: [Item],
    _ body: @escaping @Sendable (Item) async throws(StoreError) -> [String: Int64]
  ) async throws(StoreError) -> [String: Int64] {
    let results: [Result<[String: Int64], StoreError>] = await withTaskGroup(
      of: Result<[String: Int64], StoreError>.self
    ) { group in
      for item in items {
        group.addTask {
          do throws(StoreError) { return .success(try await body(item)) } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var all: [String: Int64] = [:]
    for result in results { all.merge(try result.get()) { $1 } }
    return all
  }
}
