import LocalFiles
import MirrorCore
import SystemCalls
import Threads

/// The objects of a bucket, below a prefix. The workspace stays a directory on this machine: a file is proven there, and
/// then sent with its digests, so that no object is ever incomplete.
package struct BucketPlace: DistantPlace {
  /// Requests at the same time; the engine limits them further.
  private static let width = 64
  /// What objects' names may have in other file systems, in which a bucket is copied.
  private static let longestName = NameTemplate.usualLongest

  let client: StoreClient
  package let directory: MirrorDirectory
  package let pool: ThreadPool

  /// - Parameters:
  ///   - client: After its probe.
  ///   - directory: Of the workspace.
  package init(_ client: StoreClient, workspace directory: MirrorDirectory, pool: ThreadPool) {
    (self.client, self.directory, self.pool) = (client, directory, pool)
  }

  package var traits: PlaceTraits {
    PlaceTraits(name: client.location.name, directory: nil, width: Self.width, tellsDigests: true)
  }

  /// In the order of the keys' bytes.
  /// - Throws: ``StorageError`` also if the store lists objects in no order or without an end.
  package func list(
    _ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool
  ) async throws {
    let folder = list.folder.isEmpty ? "" : list.folder + "/"
    var listing = StoreListing(client, prefix: folder, after: list.after)
    while let objects = try await told(
      "list", list.folder, { () throws(StoreError) in try await listing.next() })
    {
      try Task.checkCancellation()
      let listed = objects.filter {
        $0.key != StoreClient.probe
          && (list.includesHidden
            || !Substring($0.key.utf8.dropFirst(folder.utf8.count)).isHiddenPath)
      }
      guard try await body(listed.map(PlaceFile.init)) else { return }
    }
  }

  package func facts(
    of paths: [String], _ evidence: FileEvidence
  ) async throws(StorageError) -> [FileFacts?] {
    if evidence == .listed {
      // A list finds names by what they begin with and a dot.
      let listed = paths.filter { !KeyName($0).extension.isEmpty }
      let sizes = try await objects(ofStems: listed.map { KeyName($0).stem })
      return try await mapped(paths) { path throws(StorageError) in
        guard !KeyName(path).extension.isEmpty else { return try await self.looked(path, .told) }
        return sizes[path].map { FileFacts(.file, byteCount: $0) }
      }
    }
    return try await mapped(paths) { path throws(StorageError) in
      try await evidence == .read ? self.readFacts(of: path) : self.looked(path, evidence)
    }
  }

  private func looked(
    _ path: String, _ evidence: FileEvidence
  ) async throws(StorageError) -> FileFacts? {
    let facts = try await told("look for", path) { () throws(StoreError) in
      try await client.facts(of: path, asksForProof: true)
    }
    guard let facts else { return nil }
    var found = FileFacts(.file, byteCount: facts.size, modifiedAt: facts.modifiedAt)
    found.sha256 = facts.sha256 ?? facts.proof
    // Without an answer nothing is proven, and the file is read.
    if evidence == .proven, facts.proof != nil, (try? await client.provesObjects()) ?? false {
      found.proof = facts.proof
    }
    found.marks = ObjectHeaders.marks(facts)
    return found
  }

  package func find(
    stems: [String], extensions: [String]
  ) async throws(StorageError) -> [String: String] {
    let objects = try await objects(ofStems: stems)
    let (wanted, extensions) = (Set(stems), Set(extensions))
    let found = objects.keys.filter { key in
      let name = KeyName(key)
      return wanted.contains(name.stem) && extensions.contains(name.extension)
    }
    return Dictionary(found.map { (KeyName($0).stem, $0) }) { min($0, $1) }
  }

  package func read(
    _ path: String, limit: Int, isWhole: Bool
  ) async throws(StorageError) -> [UInt8]? {
    try await told("read", path) { () throws(StoreError) in
      if isWhole { return try await client.bytes(of: path, limit: limit) }
      let bytes = try await client.bytes(
        of: path, range: 0..<Int64(limit), limit: max(limit, Self.longestHead))
      return bytes.map { Array($0.prefix(limit)) }
    }
  }

  /// A server may ignore the range, and send all.
  private static let longestHead = 1 << 20

  /// The capacity of the workspace: the store itself has no end.
  package func capacity() async -> PlaceCapacity {
    await pool.run {
      PlaceCapacity(
        byteCount: DurableFile.free(at: directory.path), longestName: Self.longestName)
    }
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
    let name = key.fileName.startIndex
    let dot = key[name...].lastIndex(of: ".")
    stem = String(key[..<(dot ?? key.endIndex)])
    `extension` = dot.map { String(key[key.index(after: $0)...]) } ?? ""
  }
}

/// What only a store can tell.
extension BucketPlace {
  package func probe() async throws(MirrorError) { try await client.probe() }

  package func rights() async -> StoreRights { await client.rights() }
}

extension PlaceFile {
  fileprivate init(_ object: StoreClient.Listed) {
    self.init(
      path: object.key,
      facts: FileFacts(.file, byteCount: object.size, modifiedAt: object.modifiedAt))
  }
}
