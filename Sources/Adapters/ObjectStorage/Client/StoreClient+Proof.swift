import Digests
import Foundation
import MirrorCore
import Transfer

/// The SHA-256 that a server computes of an object, keeps beside it, and tells without sending the object (Amazon S3 User
/// Guide, "Checking object integrity").
///
/// Objects that were uploaded in parts have none: theirs would be of the parts' digests.
extension StoreClient {
  static let proofHeader = "x-amz-checksum-sha256"
  /// Without it, an answer to HEAD does not have the digest.
  static let proofRequest = HTTPHeader("x-amz-checksum-mode", "ENABLED")

  /// Whether the server compares a digest with the bytes that it gets. Some only keep what they are told: their digests
  /// prove nothing. It stores an object of the mirror's own, and so a key that may not write gets no proofs. Asked once.
  func provesObjects() async throws(StoreError) -> Bool {
    if let known = provesDigests { return known }
    let proves = try await checkProofs()
    provesDigests = proves
    return proves
  }

  private func checkProofs() async throws(StoreError) -> Bool {
    var request = Self.probeRequest
    request.digestHeader = HTTPHeader(
      Self.proofHeader, DigestAlgorithm.sha256.digest(of: []).base64)
    do throws(StoreError) {
      _ = try await answer(to: request, attempts: 1)
      return false
    } catch {
      switch error.kind {
      case .mismatch: return true
      case .forbidden, .unsupported, .entry: return false
      default: throw error
      }
    }
  }
}

extension StoreAnswer {
  private static let digestLength = 32

  /// The server's own SHA-256 of the object in lower-case hexadecimal; nil if it tells none, or one of parts.
  var proof: String? {
    headers.first(StoreClient.proofHeader).flatMap { Data(base64Encoded: $0) }
      .flatMap { $0.count == Self.digestLength ? [UInt8]($0).hexadecimal : nil }
  }
}
