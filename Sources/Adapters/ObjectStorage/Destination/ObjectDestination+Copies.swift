import Digests
import Foundation
import Glibc
import LocalFiles
import MirrorCore
import SystemCalls

/// Stored photos on this machine, for decoders and digests.
extension ObjectDestination {
  /// Bytes of one request.
  private static let step: Int64 = 8 << 20

  /// A copy in the workspace, until ``release(localFile:)``; the next run deletes what a kill leaves.
  package func localFile(of path: String) async throws(StorageError) -> String {
    try await localFile(of: path, limit: .max)
  }

  /// The same, of an object with at most `limit` bytes.
  /// - Throws: ``StorageError`` with `isOfEntry` if it has more, or does not exist.
  package func localFile(of path: String, limit: Int64) async throws(StorageError) -> String {
    guard let copy = try await copy(path, limit: limit) else {
      throw StorageError(
        .directory("\(client.location.name)/\(path) does not exist"), isOfEntry: true)
    }
    return copy
  }

  package func release(localFile path: String) async {
    await pool.run { _ = LinkFree.unlink(path) }
  }

  package func fingerprint(of path: String) async throws(StorageError) -> FileFingerprint? {
    guard let copy = try await copy(path) else { return nil }
    let result = await pool.run {
      Result { () throws(DigestError) in
        FileFingerprint(
          byteCount: DurableFile.size(of: copy) ?? 0,
          sha256: try FileDigest.hex(.sha256, ofFileAt: copy))
      }
    }
    await release(localFile: copy)
    return try result.mapError { StorageError(.directory($0.message)) }.get()
  }

  /// The path of a copy; nil if there is no such object.
  private func copy(_ path: String, limit: Int64 = .max) async throws(StorageError) -> String? {
    // The directory may be a new one, since all else is elsewhere.
    try await pool.run { () throws(StorageError) in
      do throws(MirrorError) { _ = try directory.prepare() } catch { throw StorageError(error) }
    }
    let file = directory.parts + "/copy-\(UUID().uuidString).new"
    do throws(StorageError) {
      if try await copy(path, to: file, limit: limit) { return file }
    } catch {
      await release(localFile: file)
      throw error
    }
    await release(localFile: file)
    return nil
  }

  /// Reads the object piece by piece, as it is now: another object with its name ends the copy.
  private func copy(
    _ path: String, to file: String, limit: Int64
  ) async throws(StorageError) -> Bool {
    let facts = try await told("read", path) { () throws(StoreError) in
      try await client.facts(of: path)
    }
    guard let facts else { return false }
    guard facts.size <= limit else {
      throw StorageError(
        .directory("\(client.location.name)/\(path) has more than \(limit) bytes"),
        isOfEntry: true)
    }
    try await append([], to: file)
    for start in stride(from: 0, to: facts.size, by: Int(Self.step)) {
      let range = start..<min(start + Self.step, facts.size)
      let bytes = try await told("read", path) { () throws(StoreError) in
        try await client.bytes(
          of: path, range: range, entityTag: facts.entityTag, limit: range.count)
      }
      guard let bytes, bytes.count == range.count else {
        throw StorageError(
          .directory("\(client.location.name)/\(path) changed while it was read"), isOfEntry: true)
      }
      try await append(bytes, to: file)
    }
    return true
  }

  private func append(_ bytes: [UInt8], to file: String) async throws(StorageError) {
    try await pool.run { () throws(StorageError) in try DurableFile.append(bytes, to: file) }
  }
}

extension ObjectDestination {
  private static let mark = ".photomirror/" + MirrorMark.name

  package func mirrorID() async throws(StorageError) -> String? {
    try await read(Self.mark, limit: MirrorMark.limit).flatMap(MirrorMark.id)
  }

  package func noteMirrorID(_ id: String) async throws(StorageError) {
    try await replace(Self.mark, by: MirrorMark.bytes(id))
  }

  /// Whether there is no object but one that a check for the right to write has left.
  package func isEmpty() async throws(StorageError) -> Bool {
    try await told("list", "") { () throws(StoreError) in
      try await client.list(prefix: "", limit: 2).objects.allSatisfy { $0.key == StoreClient.probe }
    }
  }

  /// Stores bytes under a name, in the place of what it has.
  package func replace(_ path: String, by bytes: [UInt8]) async throws(StorageError) {
    _ = try await told("store", path) { () throws(StoreError) in
      let headers = ObjectHeaders.of(path) + lock(of: path)
      let request = StoreRequest(.put, path, headers: headers).sending(bytes)
      return try await client.put(request, isExclusive: false)
    }
  }

  /// Deletes an object; succeeds if there is none.
  package func remove(_ path: String) async throws(StorageError) {
    try await told("delete", path) { () throws(StoreError) in try await client.delete(path) }
  }
}
