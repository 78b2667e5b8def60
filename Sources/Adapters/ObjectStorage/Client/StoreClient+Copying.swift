import MirrorCore
import Transfer
import WebText

/// Copies within the server.
extension StoreClient {
  /// One request copies objects of at most 5 GiB
  /// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/CopyingObjctsMPUapi.html).
  private static let longestCopy: Int64 = 5 << 30

  /// Copies an object, with what was stored about it. A larger one than a request copies is copied in parts.
  /// - Parameter headers: More of the copy, such as those of its lock.
  func copy(
    _ key: String, to other: String, headers: [HTTPHeader] = [], partSize: Int64 = longestCopy
  ) async throws(StoreError) {
    guard let facts = try await facts(of: key) else {
      throw StoreError(.missing, "there is no such object")
    }
    guard facts.size <= partSize else {
      return try await copy(key, facts, to: other, headers, partSize)
    }
    var request = StoreRequest(.put, other, headers: [source(key)] + headers)
    request.mayFailLate = true
    _ = try await answer(to: request)
  }

  private func source(_ key: String) -> HTTPHeader {
    HTTPHeader(
      "x-amz-copy-source",
      "/\(location.bucket)/\(location.absolute(key))".percentEncoded(keeping: "/"))
  }

  /// An earlier copy that was interrupted is not continued: its parts may be those of another object.
  private func copy(
    _ key: String, _ facts: ObjectFacts, to other: String, _ headers: [HTTPHeader],
    _ partSize: Int64
  ) async throws(StoreError) {
    let upload = try await beginAnew(other, facts.kept + headers)
    do throws(StoreError) {
      var tags: [String] = []
      for start in stride(from: 0, to: facts.size, by: Int(partSize)) {
        let end = min(start + partSize, facts.size) - 1
        let query = [
          QueryItem("partNumber", "\(tags.count + 1)"), QueryItem("uploadId", upload),
        ]
        var request = StoreRequest(.put, other, query: query, headers: [source(key)])
        request.headers.append(HTTPHeader("x-amz-copy-source-range", "bytes=\(start)-\(end)"))
        if let tag = facts.entityTag {
          request.headers.append(HTTPHeader("x-amz-copy-source-if-match", "\"\(tag)\""))
        }
        request.mayFailLate = true
        guard let tag = try await document(request)?["ETag"] else {
          throw StoreError(.other, "the store does not confirm a part of a copy")
        }
        tags.append(tag.replacing("\"", with: ""))
      }
      guard try await complete(upload, other, tags, facts.sha256 ?? "", facts.size) else {
        throw StoreError(.exists, "another file already exists at \(other)")
      }
    } catch {
      await abort(upload, other)
      throw error
    }
  }
}
