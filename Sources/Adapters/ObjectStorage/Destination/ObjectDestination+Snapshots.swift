import LocalFiles
import MirrorCore

/// The snapshots of the catalog beside the photos.
extension ObjectDestination {
  /// More than a mirror keeps; a list goes no further.
  private static let mostNames = 1000
  /// In bytes: of a snapshot, for about 30 million photos.
  private static let longest: Int64 = 4 << 30
  /// What a file in Zstandard's format begins with (RFC 8878, 3.1.1).
  private static let beginning: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
  /// In bytes: of one request.
  private static let piece: Int64 = 8 << 20

  private static func key(_ name: SnapshotName) -> String {
    "\(MirrorNames.snapshots)/\(name.text)"
  }

  /// In the order of their times. Other objects are ignored.
  package func snapshots() async throws(StorageError) -> [SnapshotName] {
    try await told("list", MirrorNames.snapshots) { () throws(StoreError) in
      let folder = MirrorNames.snapshots + "/"
      let part = try await client.list(prefix: folder, limit: Self.mostNames)
      return part.objects.prefix(Self.mostNames)
        .compactMap { SnapshotName(String($0.key.dropFirst(folder.count))) }
        .sorted()
    }
  }

  /// Stores a snapshot from a file.
  package func addSnapshot(_ name: SnapshotName, from file: String) async throws(StorageError) {
    let key = Self.key(name)
    let isNew = try await told("store", key) { () throws(StoreError) in
      try await send(file, to: key, ObjectHeaders.of(key))
    }
    guard isNew else {
      throw StorageError(
        .directory("another object exists at \(client.location.name)/\(key)"), isOfEntry: true)
    }
  }

  /// Copies a snapshot into a new file.
  /// - Throws: ``StorageError`` if it is missing or has more than 4 GiB, and nothing is read then; or if its first part
  ///   shows that it is no snapshot, and nothing else is read; the file may have a part of it then.
  package func copySnapshot(_ name: SnapshotName, to file: String) async throws(StorageError) {
    let key = Self.key(name)
    let facts = try await told("read", key) { () throws(StoreError) in
      try await client.facts(of: key)
    }
    guard let facts, facts.size <= Self.longest else {
      throw StorageError(
        .directory("\(client.location.name)/\(key) is missing or too large"), isOfEntry: true)
    }
    var start: Int64 = 0
    while start < facts.size {
      let range = start..<min(start + Self.piece, facts.size)
      let bytes = try await told("read", key) { () throws(StoreError) in
        try await client.bytes(
          of: key, range: range, entityTag: facts.entityTag, limit: Int(Self.piece))
      }
      guard let bytes, bytes.count == range.count else {
        throw StorageError(
          .directory("\(client.location.name)/\(key) ends too early"), isOfEntry: true)
      }
      guard start > 0 || bytes.starts(with: Self.beginning) else {
        throw StorageError(
          .directory("\(client.location.name)/\(key) is no snapshot"), isOfEntry: true)
      }
      try await pool.run { () throws(StorageError) in try DurableFile.append(bytes, to: file) }
      start = range.upperBound
    }
  }

  /// Deletes a snapshot; succeeds if there is none.
  package func removeSnapshot(_ name: SnapshotName) async throws(StorageError) {
    let key = Self.key(name)
    try await told("delete", key) { () throws(StoreError) in try await client.delete(key) }
  }
}
