import Digests
import Foundation
import MirrorCore
import Transfer
import WebText

extension StoreClient {
  /// A task of the server, such as the join of the parts of an upload, may take minutes.
  private static let lateAnswerTimeout = Duration.seconds(600)

  /// Signs a request and sends it once.
  func send(_ request: StoreRequest) async throws(TransferError) -> StoreAnswer {
    let (credentials, region, time) = signing
    let host = location.host(in: region)
    let path = location.path(of: request.key)
    let date = SigningDate(seconds: time)
    var headers = request.headers.map { HTTPHeader($0.name.lowercased(), $0.value) }
    if takesDigests, let digest = request.digestHeader { headers.append(digest) }
    headers.append(HTTPHeader("x-amz-content-sha256", request.bodyDigest))
    headers.append(HTTPHeader("x-amz-date", date.time))
    if let token = credentials.sessionToken {
      headers.append(HTTPHeader("x-amz-security-token", token))
    }
    let signature = SignatureV4(
      accessKey: credentials.accessKey, secret: credentials.secret, region: region)
    let authorization = signature.authorization(
      for: SignatureV4.Subject(
        method: request.method.rawValue, path: path, query: request.query,
        headers: headers + [HTTPHeader("host", host)], bodyDigest: request.bodyDigest),
      at: date)
    let query = request.query.isEmpty ? "" : "?" + request.query.canonical
    var transfer = TransferRequest(
      url: "\(location.scheme)://\(host)\(path)\(query)",
      headers: headers + [HTTPHeader("Authorization", authorization)])
    transfer.method = request.method
    transfer.body = request.body
    if request.body == nil, request.method == .put || request.method == .post {
      transfer.body = .bytes([])
    }
    (transfer.followsRedirects, transfer.acceptsCompression) = (false, false)
    transfer.maximumBytes = request.maximumBytes
    transfer.secrets = credentials.secrets
    transfer.deadline = .seconds(600 + (transfer.body?.count ?? 0) / 2000)
    if request.mayFailLate { transfer.stallTimeout = Self.lateAnswerTimeout }
    let answer = try await send(transfer)
    return StoreAnswer(status: answer.status, headers: answer.headers, body: answer.body)
  }
}

extension BucketAddress {
  /// Where buckets are made if nobody says otherwise.
  static let standardRegion = "us-east-1"

  /// With what the environment says and the location does not.
  func completed(by environment: StoreEnvironment) -> BucketAddress {
    var location = self
    location.endpoint = endpoint ?? environment.endpoint.flatMap(BucketAddress.endpoint)
    location.region = region ?? environment.region.flatMap { Self.isRegion($0) ? $0 : nil }
    return location
  }

  var scheme: String { endpoint?.hasPrefix("http://") ?? false ? "http" : "https" }

  /// Host and port, as they are sent and signed.
  func host(in region: String) -> String {
    let server =
      endpoint.map { $0.drop { $0 != "/" }.dropFirst(2) } ?? "s3.\(region).amazonaws.com"
    return usesHost ? "\(bucket).\(server)" : String(server)
  }

  /// The percent-encoded path of a key.
  func path(of key: String?) -> String {
    let parts = [usesHost ? nil : bucket, key.map(absolute)].compactMap(\.self)
    return "/" + parts.joined(separator: "/").percentEncoded(keeping: "/")
  }

  /// A key with the prefix.
  func absolute(_ key: String) -> String { prefix.isEmpty ? key : "\(prefix)/\(key)" }

  /// Certificates for `*.s3…` do not hold for names with dots, and servers of one's own rarely have names for
  /// their buckets.
  private var usesHost: Bool {
    let usual = endpoint == nil && !bucket.contains(".") ? Addressing.host : .path
    return (addressing ?? usual) == .host
  }
}
