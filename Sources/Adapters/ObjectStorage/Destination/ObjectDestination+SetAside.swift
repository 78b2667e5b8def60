import MirrorCore

/// The set-aside folder: the same names as in a directory, under the prefix.
extension ObjectDestination {
  package func forEachAside(_ body: ([AsideFile]) async throws -> Void) async throws {
    var listing = StoreListing(client, prefix: MirrorNames.setAside + "/")
    while let objects = try await told(
      "list", MirrorNames.setAside, { () throws(StoreError) in try await listing.next() })
    {
      try Task.checkCancellation()
      try await body(
        objects.map { AsideFile(path: $0.key, byteCount: $0.size, since: $0.modifiedAt ?? 0) })
    }
  }

  package func move(_ path: String, to other: String) async throws(StorageError) {
    try await told("move", path) { () throws(StoreError) in try await moveOnce(path, to: other) }
  }

  package func removeAside(_ path: String) async throws(StorageError) {
    guard AsideFile(path: path, byteCount: 0, since: 0).original != nil else {
      throw StorageError(.directory("\(path) is not set aside"), isOfEntry: true)
    }
    try await remove(path)
  }
}
