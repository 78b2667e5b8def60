import Digests
import MirrorCore
import Transfer
import WebText

/// A request to an object store, before it is signed.
struct StoreRequest: Sendable {
  var method = HTTPMethod.get
  /// Nil for the bucket itself.
  var key: String?
  var query: [QueryItem] = []
  var headers: [HTTPHeader] = []
  var body: TransferBody?
  /// The SHA-256 of the body in lower-case hexadecimal.
  var bodyDigest = Self.emptyDigest
  /// The same in Base64; nil without a body.
  var bodyProof: String?
  /// The header that has the server keep the SHA-256 of an object, or tell it. A server that refuses it gets the request
  /// without it.
  var digestHeader: HTTPHeader?
  /// The most bytes of the answer.
  var maximumBytes = 16 << 20
  /// Whether an answer with status 200 may report an error, because the server began it before its work.
  var mayFailLate = false
  /// Whether the answer is a document.
  var wantsDocument = false

  static let emptyDigest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  init(_ method: HTTPMethod, _ key: String?, query: [QueryItem] = [], headers: [HTTPHeader] = []) {
    (self.method, self.key, self.query, self.headers) = (method, key, query, headers)
  }

  /// The same request with a body in memory.
  func sending(_ bytes: [UInt8]) -> StoreRequest {
    var request = self
    request.body = .bytes(bytes)
    let digest = DigestAlgorithm.sha256.digest(of: bytes)
    (request.bodyDigest, request.bodyProof) = (digest.hexadecimal, digest.base64)
    let md5 = DigestAlgorithm.md5.digest(of: bytes).base64
    request.headers.append(HTTPHeader("content-md5", md5))
    return request
  }

  /// The same request with a part of a file as its body. Reads it, and so blocks.
  func sending(
    fileAt path: String, from offset: Int64, count: Int64
  ) throws(DigestError) -> StoreRequest {
    var request = self
    request.body = .file(path, offset: offset, count: count)
    let digest = try FileDigest.bytes(.sha256, ofFileAt: path, from: offset, length: count)
    (request.bodyDigest, request.bodyProof) = (digest.hexadecimal, digest.base64)
    let md5 = try FileDigest.bytes(.md5, ofFileAt: path, from: offset, length: count)
    request.headers.append(HTTPHeader("content-md5", md5.base64))
    return request
  }
}

/// An answer of an object store.
struct StoreAnswer: Sendable {
  let status: Int
  /// Names in lower case.
  let headers: [HTTPHeader]
  let body: [UInt8]

  /// The number of bytes that the object has, by the header.
  var objectSize: Int64? { headers.first("content-length").flatMap { Int64($0) } }
  /// Without its quotes.
  var entityTag: String? { headers.first("etag")?.replacing("\"", with: "") }
  /// When the file that was stored was modified, else when the object was stored: seconds since 1970.
  var modifiedAt: Int64? {
    // rclone writes fractions.
    let kept = headers.first("x-amz-meta-mtime").flatMap { Int64($0.prefix { $0 != "." }) }
    return kept ?? headers.first("last-modified").flatMap(HTTPDate.seconds)
  }
}
