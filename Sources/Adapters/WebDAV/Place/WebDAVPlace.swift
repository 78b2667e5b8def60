import Digests
import Foundation
import Glibc
import LocalFiles
import Locking
import MirrorCore
import SystemCalls
import Threads
import Transfer

/// The files of a folder on a WebDAV server (RFC 4918). The workspace stays a directory on this machine: a file is proven
/// there, sent under a name of the mirror's own, and then moved to its name, so that no file is ever incomplete there.
///
/// No folder is ever deleted: the server would delete what is in it by then.
package struct WebDAVPlace: DistantPlace {
  /// Requests at the same time; the engine limits them further.
  private static let width = 64
  /// Files of one folder from this number on are looked for in a list of the folder.
  private static let fewest = 16

  let client: WebDAVClient
  package let directory: MirrorDirectory
  package let pool: ThreadPool
  /// The folders that exist: their components from the server's root on.
  let folders = Locked<Set<[[UInt8]]>>([])
  private let names = Locked(NameMemory())

  /// - Parameter directory: Of the workspace.
  package init(_ client: WebDAVClient, workspace directory: MirrorDirectory, pool: ThreadPool) {
    (self.client, self.directory, self.pool) = (client, directory, pool)
  }

  /// For messages.
  var name: String { client.address.location.name }

  package var traits: PlaceTraits { PlaceTraits(name: name, directory: nil, width: Self.width) }

  /// In the order of the paths' bytes.
  package func list(
    _ list: PlaceList, _ body: ([PlaceFile]) async throws -> Bool
  ) async throws {
    var walk = WebDAVWalk(self, list)
    while let files = try await told(
      "list", list.folder,
      { () throws(WebDAVError) in
        try await walk.next()
      })
    {
      try Task.checkCancellation()
      guard try await body(files) else { return }
    }
  }

  package func facts(
    of paths: [String], _ evidence: FileEvidence
  ) async throws(StorageError) -> [FileFacts?] {
    if evidence == .read {
      return try await mapped(paths) { path throws(StorageError) in
        try await self.readFacts(of: path)
      }
    }
    let folders = Dictionary(grouping: paths, by: \.parentBytes)
    let listed = Dictionary(
      uniqueKeysWithValues: try await mapped(
        folders.values.filter { $0.count >= Self.fewest }
      ) { paths throws(StorageError) in
        (paths[0].parentBytes, try await self.listed(paths[0].parent))
      })
    return try await mapped(paths) { path throws(StorageError) in
      if let folder = listed[path.parentBytes] { return folder[Array(path.lastComponent.utf8)] }
      return try await told("look for", path) { () throws(WebDAVError) in
        try await self.look(for: path)
      }
    }
  }

  /// What is in a folder, by the bytes of the names: Swift takes two spellings of an accent for one key.
  private func listed(_ folder: String) async throws(StorageError) -> [[UInt8]: FileFacts] {
    try await told("list", folder) { () throws(WebDAVError) in
      Dictionary(try await entries(of: folder).map { (Array($0.name.utf8), $0.facts) }) { one, _ in
        one
      }
    }
  }

  /// Each folder is listed once; then only the names that it had are looked for.
  package func find(
    stems: [String], extensions: [String]
  ) async throws(StorageError) -> [String: String] {
    let groups = Dictionary(grouping: stems, by: \.parentBytes)
    let found = try await mapped(Array(groups.values)) { stems throws(StorageError) in
      let folder = stems[0].parent
      if let known = self.names.withLock({ $0.stems(of: folder) }),
        !stems.contains(where: { known.contains($0.lastComponent.stemHash) })
      {
        return [(String, String)]()
      }
      let files = try await self.listed(folder).filter { $0.value.kind != .folder }
      self.names.withLock { $0.note(files.keys.map(\.stemHash), of: folder) }
      return stems.compactMap { stem in
        extensions.lazy.map { stem + "." + $0 }
          .first { files[Array($0.lastComponent.utf8)] != nil }.map { (stem, $0) }
      }
    }
    return Dictionary(found.flatMap(\.self)) { one, _ in one }
  }

  package func read(
    _ path: String, limit: Int, isWhole: Bool
  ) async throws(StorageError) -> [UInt8]? {
    try await told("read", path) { () throws(WebDAVError) in
      try await client.bytes(of: path, limit: limit, isWhole: isWhole)
    }
  }

  /// What is free for the user there, as far as the server says it, and for the workspace here.
  package func capacity() async -> PlaceCapacity {
    let here = await pool.run { DurableFile.free(at: directory.path) }
    let there = await client.available()
    return PlaceCapacity(
      byteCount: [here, there].compactMap(\.self).min(), longestName: NameTemplate.usualLongest)
  }

  /// Runs a call, with the failure that the mirror knows.
  func told<Result>(
    _ doing: String, _ path: String, _ body: () async throws(WebDAVError) -> Result
  ) async throws(StorageError) -> Result {
    do throws(WebDAVError) { return try await body() } catch {
      throw StorageError(error, doing, path.isEmpty ? name : "\(name)/\(path)")
    }
  }
}

/// The names that folders had when they were listed.
private struct NameMemory {
  /// Names of all folders, of 8 bytes each; at more, folders are listed again.
  private static let most = 1_000_000

  private var folders: [[UInt8]: Set<Int>] = [:]
  private var count = 0

  func stems(of folder: String) -> Set<Int>? { folders[Array(folder.utf8)] }

  mutating func note(_ stems: [Int], of folder: String) {
    if count + stems.count > Self.most { (folders, count) = ([:], 0) }
    folders[Array(folder.utf8)] = Set(stems)
    count += stems.count
  }
}

extension String {
  private var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// The path of the folder; empty for the place itself.
  var parent: String { lastSlash.map { String(self[..<$0]) } ?? "" }

  fileprivate var parentBytes: [UInt8] { Array(parent.utf8) }

  /// What is after the last slash.
  var lastComponent: String {
    String(lastSlash.map { Substring(utf8[utf8.index(after: $0)...]) } ?? self[...])
  }

  /// The hash of a name without extension.
  fileprivate var stemHash: Int { Array(utf8).hashValue }
}

extension [UInt8] {
  /// The hash of a file's name without its extension.
  fileprivate var stemHash: Int {
    Array(lastIndex(of: UInt8(ascii: ".")).map { self[..<$0] } ?? self[...]).hashValue
  }
}
