import MirrorCore
import Transfer

/// The calls of an upload in parts.
extension StoreClient {
  /// Of one object.
  private static let mostParts = 10_000

  /// A part that arrived.
  struct KnownPart: Sendable, Hashable {
    let size: Int64
    /// The MD5 of its bytes in lower-case hexadecimal, unless the server encrypts with keys of its own.
    let entityTag: String
  }

  /// The id of an interrupted upload to a key, else of a new one.
  func begin(_ key: String, _ headers: [HTTPHeader]) async throws(StoreError) -> String {
    if let upload = try await interruptedUpload(to: key) { return upload }
    return try await beginAnew(key, headers)
  }

  /// The id of a new upload.
  func beginAnew(_ key: String, _ headers: [HTTPHeader]) async throws(StoreError) -> String {
    let request = StoreRequest(.post, key, query: [QueryItem("uploads")], headers: headers)
    guard let upload = try await document(request)?["UploadId"], !upload.isEmpty else {
      throw StoreError(.other, "the store does not begin an upload")
    }
    return upload
  }

  private func interruptedUpload(to key: String) async throws(StoreError) -> String? {
    let whole = location.absolute(key)
    let query = [QueryItem("uploads"), QueryItem("prefix", whole)]
    do throws(StoreError) {
      let uploads = try await document(StoreRequest(.get, nil, query: query))?.all("Upload") ?? []
      return uploads.last { $0["Key"] == whole }?["UploadId"]
    } catch {
      // A key that may not list uploads can still make them.
      guard [.denied, .forbidden, .unsupported, .missing].contains(error.kind) else { throw error }
      return nil
    }
  }

  /// The parts of an upload that arrived, by their numbers.
  func parts(of upload: String, _ key: String) async throws(StoreError) -> [Int: KnownPart] {
    var known: [Int: KnownPart] = [:]
    var marker = 0
    while true {
      let query = [
        QueryItem("uploadId", upload), QueryItem("part-number-marker", "\(marker)"),
      ]
      guard let root = try await document(StoreRequest(.get, key, query: query)) else { break }
      for part in root.all("Part") {
        guard let number = part["PartNumber"].flatMap({ Int($0) }),
          (1...Self.mostParts).contains(number), let tag = part["ETag"],
          let size = part["Size"].flatMap({ Int64($0) })
        else { continue }
        known[number] = KnownPart(size: size, entityTag: tag.replacing("\"", with: ""))
      }
      guard root["IsTruncated"] == "true",
        let next = root["NextPartNumberMarker"].flatMap({ Int($0) }), next > marker,
        next <= Self.mostParts
      else { break }
      marker = next
    }
    return known
  }

  /// Joins the parts.
  /// - Returns: False if an object with the key exists, which stays.
  func complete(
    _ upload: String, _ key: String, _ tags: [String], _ digest: String, _ size: Int64
  ) async throws(StoreError) -> Bool {
    let parts = tags.enumerated().map { index, tag in
      "<Part><PartNumber>\(index + 1)</PartNumber><ETag>&quot;\(tag.escaped)&quot;</ETag></Part>"
    }
    let body =
      "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
      + parts.joined() + "</CompleteMultipartUpload>"
    var request = StoreRequest(.post, key, query: [QueryItem("uploadId", upload)])
    request.headers.append(HTTPHeader("content-type", "application/xml"))
    if honoursConditions ?? false { request.headers.append(HTTPHeader("if-none-match", "*")) }
    request.mayFailLate = true
    do throws(StoreError) {
      _ = try await answer(to: request.sending(Array(body.utf8)))
      return true
    } catch {
      guard [.exists, .noUpload].contains(error.kind) else { throw error }
      if try await holds(key, digest, size) { return true }
      guard error.kind == .exists else { throw error }
      await abort(upload, key)
      return false
    }
  }

  /// Gives the parts up. A failure leaves them to the bucket's own rules.
  func abort(_ upload: String, _ key: String) async {
    _ = try? await answer(to: StoreRequest(.delete, key, query: [QueryItem("uploadId", upload)]))
  }

  func document(
    _ request: StoreRequest
  ) async throws(StoreError) -> AnswerDocument.Element? {
    let answer = try await answer(to: request)
    return await pool.run { AnswerDocument(answer.body)?.root }
  }
}

extension String {
  /// The text as that of an element in XML.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
