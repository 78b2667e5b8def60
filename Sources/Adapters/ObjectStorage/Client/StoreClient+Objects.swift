import MirrorCore
import Transfer

/// The calls that a destination needs. Keys are relative to the prefix.
extension StoreClient {
  /// What is known of an object.
  struct ObjectFacts: Sendable, Hashable {
    let size: Int64
    /// The SHA-256 that was stored with it; nil if none was.
    let sha256: String?
    let entityTag: String?
    /// The time of the file that was stored, or when it was, seconds since 1970; nil if the server does not say it.
    var modifiedAt: Int64?
    /// The SHA-256 that the server computed when it stored the object; nil if it was not asked, or has none.
    var proof: String?
    /// What is stored about it besides, such as its type and its time.
    var kept: [HTTPHeader] = []
  }

  static let digestHeader = "x-amz-meta-sha256"

  /// Nil if there is no such object.
  /// - Parameter asksForProof: Whether the server is asked for its own digest.
  func facts(
    of key: String, asksForProof: Bool = false
  ) async throws(StoreError) -> ObjectFacts? {
    var request = StoreRequest(.head, key)
    if asksForProof { request.digestHeader = Self.proofRequest }
    do throws(StoreError) {
      let answer = try await answer(to: request)
      return ObjectFacts(
        size: answer.objectSize ?? 0, sha256: answer.headers.first(Self.digestHeader),
        entityTag: answer.entityTag, modifiedAt: answer.modifiedAt, proof: answer.proof,
        kept: answer.headers.filter {
          $0.name == "content-type" || $0.name.hasPrefix("x-amz-meta-")
        })
    } catch {
      guard error.kind == .missing else { throw error }
      return nil
    }
  }

  /// The bytes of an object, or of a part of it; nil if none.
  /// - Throws: ``StoreError`` with ``StoreError/Kind/tooLarge`` if it is longer than `limit`.
  func bytes(
    of key: String, range: Range<Int64>? = nil, entityTag: String? = nil, limit: Int
  ) async throws(StoreError) -> [UInt8]? {
    var request = StoreRequest(.get, key)
    if let range {
      request.headers.append(
        HTTPHeader("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)"))
    }
    if let entityTag { request.headers.append(HTTPHeader("if-match", "\"\(entityTag)\"")) }
    // An error's document may be longer than the object.
    request.maximumBytes = max(limit, 64 << 10)
    do throws(StoreError) {
      let body = try await answer(to: request).body
      guard body.count <= limit else {
        throw StoreError(.tooLarge, "it has more than \(limit) bytes")
      }
      return body
    } catch {
      guard error.kind == .missing else { throw error }
      return nil
    }
  }

  /// Stores an object from a request with a body.
  /// - Parameter isExclusive: Whether an existing object stays.
  /// - Returns: False if one with other bytes stays.
  func put(_ request: StoreRequest, isExclusive: Bool) async throws(StoreError) -> Bool {
    var request = request
    request.headers.append(HTTPHeader(Self.digestHeader, request.bodyDigest))
    request.digestHeader = request.bodyProof.map { HTTPHeader(Self.proofHeader, $0) }
    guard isExclusive, let key = request.key else {
      _ = try await answer(to: request)
      return true
    }
    guard honoursConditions ?? false else {
      guard try await facts(of: key) == nil else {
        return try await holds(key, request.bodyDigest, request.body?.count)
      }
      _ = try await answer(to: request)
      return true
    }
    request.headers.append(HTTPHeader("if-none-match", "*"))
    do throws(StoreError) {
      _ = try await answer(to: request)
      return true
    } catch {
      guard error.kind == .exists else { throw error }
      return try await holds(key, request.bodyDigest, request.body?.count)
    }
  }

  /// Whether an object has these bytes. An earlier attempt may have stored it, and its answer was lost, if only
  /// to libcurl, which repeats a request whose kept connection was closed.
  func holds(
    _ key: String, _ digest: String, _ size: Int64?
  ) async throws(StoreError) -> Bool {
    guard let facts = try await facts(of: key) else { return false }
    return facts.sha256 == digest && facts.size == size
  }
}
