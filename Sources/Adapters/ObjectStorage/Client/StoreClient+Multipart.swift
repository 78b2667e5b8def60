import Digests
import MirrorCore
import Transfer

/// Uploads of large files in parts. An upload that was interrupted is found by its key and continued: parts
/// that arrived whole are not sent again.
extension StoreClient {
  /// Files of more bytes are uploaded in parts.
  package static let longestPut: Int64 = 64 << 20
  private static let mostParts: Int64 = 10_000

  /// Uploads a file.
  /// - Parameters:
  ///   - headers: Those of the object.
  ///   - digest: The file's SHA-256.
  /// - Returns: False if an object with this key exists, which stays.
  func upload(
    _ file: String, size: Int64, digest: String, to key: String, headers: [HTTPHeader],
    partSize: Int64 = 16 << 20
  ) async throws(StoreError) -> Bool {
    guard try await facts(of: key) == nil else { return try await holds(key, digest, size) }
    let length = max(partSize, (size + Self.mostParts - 1) / Self.mostParts)
    let upload = try await begin(key, headers + [HTTPHeader(Self.digestHeader, digest)])
    do throws(StoreError) {
      let known = try await parts(of: upload, key)
      var tags: [String] = []
      for offset in stride(from: 0, to: size, by: Int(length)) {
        let part = Part(
          file: file, number: tags.count + 1, offset: offset, count: min(length, size - offset))
        tags.append(try await send(part, of: upload, key, known: known[part.number]))
      }
      return try await complete(upload, key, tags, digest, size)
    } catch {
      // The next run resumes an upload that an outage interrupted, but not one that the store refused.
      if [.entry, .exists, .tooLarge].contains(error.kind) { await abort(upload, key) }
      throw error
    }
  }

  private struct Part: Sendable {
    let file: String
    let number: Int
    let offset: Int64
    let count: Int64
  }

  private func send(
    _ part: Part, of upload: String, _ key: String, known: KnownPart?
  ) async throws(StoreError) -> String {
    let request: StoreRequest
    do throws(DigestError) {
      if let known, known.size == part.count {
        let md5 = try await pool.run { () throws(DigestError) in
          try FileDigest.bytes(
            .md5, ofFileAt: part.file, from: part.offset, length: part.count
          ).hexadecimal
        }
        if md5 == known.entityTag { return known.entityTag }
      }
      let query = [QueryItem("partNumber", "\(part.number)"), QueryItem("uploadId", upload)]
      request = try await pool.run { () throws(DigestError) in
        try StoreRequest(.put, key, query: query).sending(
          fileAt: part.file, from: part.offset, count: part.count)
      }
    } catch {
      throw StoreError(.other, error.message)
    }
    guard let tag = try await answer(to: request).entityTag else {
      throw StoreError(.other, "the store does not confirm a part of an upload")
    }
    return tag
  }
}
