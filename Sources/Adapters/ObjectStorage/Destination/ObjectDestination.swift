import LocalFiles
import MirrorCore
import Threads

/// Photos in an object store. The workspace stays a directory on this machine: a file is proven there, and
/// then sent with its digests, so that no object is ever incomplete.
package struct ObjectDestination: PhotoDestination {
  let client: StoreClient
  let directory: MirrorDirectory
  let pool: ThreadPool
  /// The extensions of possible photos, without dots.
  private let extensions: Set<String>
  let sidecars: SidecarChoice

  /// - Parameters:
  ///   - client: After its probe.
  ///   - directory: Of the workspace.
  ///   - extensions: The extensions that ``find(stems:)`` looks for, without dots.
  ///   - sidecars: The sidecars that a complete photo has, and their names.
  package init(
    _ client: StoreClient, workspace directory: MirrorDirectory, pool: ThreadPool,
    extensions: [String], sidecars: SidecarChoice = SidecarChoice()
  ) {
    (self.client, self.directory, self.pool) = (client, directory, pool)
    (self.extensions, self.sidecars) = (Set(extensions), sidecars)
  }

  package func look(for files: [StoredFiles]) async throws(StorageError) -> [FileLook] {
    let names = files.flatMap { file in
      [KeyName(file.path).stem]
        + (file.thumbnail.format.map {
          [KeyName(MirrorNames.thumbnail(ofStem: file.stem, $0)).stem]
        } ?? [])
    }
    let objects = try await objects(ofStems: names)
    return files.map { file in
      FileLook(
        isThere: objects[file.path] ?? 0 > 0,
        hasSidecar: sidecars.formats.allSatisfy {
          objects[sidecars.path(of: file.path, as: $0)] != nil
        },
        hasThumbnail: file.thumbnail.format.map {
          objects[MirrorNames.thumbnail(ofStem: file.stem, $0)] != nil
        } ?? true)
    }
  }

  package func find(stems: [String]) async throws(StorageError) -> [String: String] {
    let objects = try await objects(ofStems: stems)
    let wanted = Set(stems)
    let photos = objects.keys.filter { key in
      let name = KeyName(key)
      return wanted.contains(name.stem) && extensions.contains(name.extension)
    }
    return Dictionary(photos.map { (KeyName($0).stem, $0) }) { min($0, $1) }
  }

  package func read(_ path: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try await told("read", path) { () throws(StoreError) in
      try await client.bytes(of: path, limit: limit)
    }
  }

  package func thumbnailEdge(ofStem stem: String, _ format: ThumbnailFormat) async -> Int? {
    let key = MirrorNames.thumbnail(ofStem: stem, format)
    let head = try? await client.bytes(
      of: key, range: 0..<Int64(ThumbnailSize.headLength), limit: 1 << 20)
    return head.flatMap { ThumbnailSize(head: $0)?.edge }
  }

  package func dropThumbnails(except kept: [String: StoredThumbnail]) async {
    for (stem, kept) in kept {
      for format in ThumbnailFormat.allCases where format != kept.format {
        try? await client.delete(MirrorNames.thumbnail(ofStem: stem, format))
      }
    }
  }

  package func setAside(_ path: String) async throws(StorageError) -> String? {
    try await told("set aside", path) { () throws(StoreError) in
      guard try await client.facts(of: path) != nil else { return nil }
      return try await setAside(path, as: path)
    }
  }

  /// - Parameter name: What its new name is made of.
  /// - Returns: The new key.
  func setAside(_ key: String, as name: String) async throws(StoreError) -> String {
    let target = "\(MirrorNames.setAside)/\(name)"
    var (free, number) = (target, 1)
    while try await client.facts(of: free) != nil {
      number += 1
      free = "\(target)~\(number)"
    }
    try await moveKey(key, to: free)
    return free
  }

  /// Of the workspace: the store itself has no end.
  package func capacity() async -> Int64? {
    await pool.run { DurableFile.free(at: directory.path) }
  }

  /// Copies an object and deletes the original. After a kill between the two steps both are there, and the
  /// next call finishes it. A store that refuses to delete is asked before.
  func moveKey(_ key: String, to other: String) async throws(StoreError) {
    try await client.checkDeletes(besides: key)
    try await client.copy(key, to: other, headers: lock(of: other))
    try await client.delete(key)
  }

  /// Runs a call, with the failure that the mirror knows.
  func told<Result>(
    _ doing: String, _ path: String, _ body: () async throws(StoreError) -> Result
  ) async throws(StorageError) -> Result {
    do throws(StoreError) {
      return try await body()
    } catch {
      throw StorageError(error, doing, "\(client.location.name)/\(path)")
    }
  }
}

/// A key in its parts.
struct KeyName {
  /// Without the extension.
  let stem: String
  /// Without a dot; empty if none.
  let `extension`: String

  init(_ key: String) {
    let name = key.lastIndex(of: "/").map { key.index(after: $0) } ?? key.startIndex
    let dot = key[name...].lastIndex(of: ".")
    stem = String(key[..<(dot ?? key.endIndex)])
    `extension` = dot.map { String(key[key.index(after: $0)...]) } ?? ""
  }
}

/// What only an object store can tell.
extension ObjectDestination {
  /// What a store tells of an object without sending it.
  package struct Facts: Sendable, Hashable {
    /// In bytes.
    package let size: Int64
    /// The digest that was stored with it, which any program can write; nil if none.
    package let sha256: String?
    /// The digest that the store computed of it; nil if it has none, or was not asked.
    package let proof: String?
    /// Of the file that was stored, or when it was, seconds since 1970; nil if the store does not say it.
    package let modifiedAt: Int64?
  }

  /// Nil if there is no such object.
  /// - Parameter asksForProof: Whether the store is asked for its own digest.
  package func facts(
    of path: String, asksForProof: Bool = false
  ) async throws(StorageError) -> Facts? {
    try await told("look for", path) { () throws(StoreError) in
      try await client.facts(of: path, asksForProof: asksForProof).map {
        Facts(
          size: $0.size, sha256: $0.sha256, proof: $0.proof, modifiedAt: $0.modifiedAt)
      }
    }
  }

  /// The bucket's name, for messages.
  package var name: String { client.location.name }

  /// Tries what the key may do. Stores an object of the mirror's own, and deletes one that does not exist.
  package func rights() async -> StoreRights { await client.rights() }

  /// Whether the store compares what it is told with what it gets, so that its own digests prove something. Makes a
  /// request that changes nothing.
  package func provesObjects() async throws(StorageError) -> Bool {
    try await told("use", "") { () throws(StoreError) in try await client.provesObjects() }
  }

  /// Calls `body` with all objects, part by part in the order of their paths' bytes.
  /// - Throws: ``StorageError`` if the store lists them in no order or without an end; the errors of `body`; `CancellationError`.
  package func forEachPart(
    _ body: ([(path: String, byteCount: Int64)]) async throws -> Void
  ) async throws {
    var listing = StoreListing(client, prefix: "")
    while let objects = try await told(
      "list", "", { () throws(StoreError) in try await listing.next() })
    {
      try Task.checkCancellation()
      try await body(objects.map { ($0.key, $0.size) })
    }
  }
}
