import Glibc
import LocalFiles
import MirrorCore
import SystemCalls

/// Stored files on this machine, for decoders and digests.
extension BucketPlace {
  /// Bytes of one request.
  private static let step: Int64 = 8 << 20

  /// A copy in the workspace; the next run deletes what a kill leaves.
  package func take(_ path: String, limit: Int64) async throws(StorageError) -> TakenFile? {
    let file = try await newCopy()
    do throws(StorageError) {
      if try await copy(path, to: file, limit: limit) { return TakenFile(path: file, isCopy: true) }
    } catch {
      await pool.run { _ = LinkFree.unlink(file) }
      throw error
    }
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
