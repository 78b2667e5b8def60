import Digests
import Transfer

/// Signs requests by AWS Signature Version 4 (docs.aws.amazon.com/AmazonS3/latest/API,
/// "Signature Calculations for the Authorization Header"). Pure.
///
/// libcurl's own signatures (CURLOPT_AWS_SIGV4) are wrong in 7.88 for queries that are not sorted, and it
/// signs a body that it does not know as an empty one.
package struct SignatureV4: Sendable {
  private let accessKey: String
  private let secret: String
  private let region: String
  private let service: String

  package init(accessKey: String, secret: String, region: String, service: String = "s3") {
    (self.accessKey, self.secret) = (accessKey, secret)
    (self.region, self.service) = (region, service)
  }

  /// What is signed of a request.
  package struct Subject: Sendable {
    /// The HTTP method in capitals.
    package var method: String
    /// Percent-encoded.
    package var path: String
    /// In any order: the signature sorts it.
    package var query: [QueryItem] = []
    /// With `host` and `x-amz-date`.
    package var headers: [HTTPHeader]
    /// The SHA-256 of the body in lower-case hexadecimal.
    package var bodyDigest: String

    package init(
      method: String, path: String, query: [QueryItem] = [], headers: [HTTPHeader],
      bodyDigest: String
    ) {
      (self.method, self.path, self.query) = (method, path, query)
      (self.headers, self.bodyDigest) = (headers, bodyDigest)
    }
  }

  /// The value of the Authorization header.
  package func authorization(for subject: Subject, at date: SigningDate) -> String {
    "AWS4-HMAC-SHA256 Credential=\(accessKey)/\(scope(date)),"
      + "SignedHeaders=\(subject.signedHeaders),Signature=\(signature(for: subject, at: date))"
  }

  /// In lower-case hexadecimal.
  package func signature(for subject: Subject, at date: SigningDate) -> String {
    let text = [
      "AWS4-HMAC-SHA256", date.time, scope(date),
      DigestAlgorithm.sha256.hex(of: Array(subject.canonical.utf8)),
    ].joined(separator: "\n")
    var key = Array("AWS4\(secret)".utf8)
    for part in [date.day, region, service, "aws4_request", text] {
      key = DigestAlgorithm.sha256.authenticationCode(of: Array(part.utf8), key: key)
    }
    return key.hexadecimal
  }

  private func scope(_ date: SigningDate) -> String {
    "\(date.day)/\(region)/\(service)/aws4_request"
  }
}

extension SignatureV4.Subject {
  /// The canonical request.
  var canonical: String {
    let lines = sorted.map { "\($0.name):\($0.value)\n" }.joined()
    return [method, path, query.canonical, lines, signedHeaders, bodyDigest]
      .joined(separator: "\n")
  }

  var signedHeaders: String { sorted.map(\.name).joined(separator: ";") }

  /// Names in lower case and in order; of blanks in a row one remains.
  private var sorted: [HTTPHeader] {
    headers.map { header in
      HTTPHeader(
        header.name.lowercased(), header.value.split(separator: " ").joined(separator: " "))
    }.sorted { $0.name < $1.name }
  }
}
