import Digests
import Foundation
import TestSupport

/// The checks of a request, written from the rules and without the sources of the client.
extension StoreExchange {
  struct Complaint {
    let text: String
    let step: WireServer.Step
  }

  /// Nil if nothing is wrong.
  func complaint(_ state: StrictStore.State) -> Complaint? {
    let headers = request.headers
    guard let given = headers["authorization"], given.hasPrefix("AWS4-HMAC-SHA256 ") else {
      return Complaint(text: "not signed", step: .error("403 Forbidden", "AccessDenied"))
    }
    let fields = Dictionary(
      given.dropFirst(17).split(separator: ",").map { field in
        let sides = field.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
        return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
      }
    ) { $1 }
    let scope = (fields["Credential"] ?? "").split(separator: "/").map(String.init)
    guard scope.count == 5, let secret = state.secrets[scope[0]] else {
      return Complaint(
        text: "unknown key", step: .error("403 Forbidden", "InvalidAccessKeyId"))
    }
    if let token = state.token, headers["x-amz-security-token"] != token {
      return Complaint(text: "old token", step: .error("400 Bad Request", "ExpiredToken"))
    }
    guard scope[2] == state.region else {
      return Complaint(
        text: "wrong region",
        step: .error(
          "400 Bad Request", "AuthorizationHeaderMalformed",
          headers: ["x-amz-bucket-region: \(state.region)"],
          more: "<Region>\(state.region)</Region>"))
    }
    let now = Int64(Date().timeIntervalSince1970) + state.clockOffset
    guard let time = headers["x-amz-date"], abs(Self.seconds(time) - now) < 900 else {
      return Complaint(
        text: "skewed",
        step: .error(
          "403 Forbidden", "RequestTimeTooSkewed", headers: ["Date: \(Self.header(now))"]))
    }
    return digestComplaint ?? signatureComplaint(fields, scope, time, secret)
  }

  private var digestComplaint: Complaint? {
    let body = request.body
    if request.headers["x-amz-content-sha256"] != DigestAlgorithm.sha256.hex(of: body) {
      return Complaint(
        text: "wrong digest", step: .error("400 Bad Request", "XAmzContentSHA256Mismatch"))
    }
    let md5 = Data(DigestAlgorithm.md5.digest(of: body)).base64EncodedString()
    if let given = request.headers["content-md5"], given != md5 {
      return Complaint(text: "wrong MD5", step: .error("400 Bad Request", "BadDigest"))
    }
    guard request.method != "PUT" || body.isEmpty || request.headers["content-md5"] != nil else {
      return Complaint(text: "no MD5", step: .error("400 Bad Request", "InvalidRequest"))
    }
    return nil
  }

  /// What follows from a digest of the object in the request's headers, whether or not it is right.
  func proofRefusal(_ state: StrictStore.State) -> WireServer.Step? {
    let given = request.headers[Self.proof]
    switch state.digests {
    case .believed: return nil
    case .refused where given != nil || request.headers["x-amz-checksum-mode"] != nil:
      return .error("400 Bad Request", "InvalidArgument")
    case .refused: return nil
    case .checked:
      let own = Data(DigestAlgorithm.sha256.digest(of: request.body)).base64EncodedString()
      return given == nil || given == own ? nil : .error("400 Bad Request", "BadDigest")
    }
  }

  private func signatureComplaint(
    _ fields: [String: String], _ scope: [String], _ time: String, _ secret: String
  ) -> Complaint? {
    let signed = (fields["SignedHeaders"] ?? "").split(separator: ";").map(String.init)
    let needed = request.headers.keys.filter { $0 == "host" || $0.hasPrefix("x-amz-") }
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let canonical = [
      request.method, path, query.split(separator: "&").sorted().joined(separator: "&"),
      signed.map { "\($0):\((request.headers[$0] ?? "").trimmingCharacters(in: .whitespaces))\n" }
        .joined(), signed.joined(separator: ";"), request.headers["x-amz-content-sha256"] ?? "",
    ].joined(separator: "\n")
    let text =
      "AWS4-HMAC-SHA256\n\(time)\n" + scope.dropFirst().joined(separator: "/") + "\n"
      + DigestAlgorithm.sha256.hex(of: Array(canonical.utf8))
    let key = scope.dropFirst().reduce(Array("AWS4\(secret)".utf8)) {
      DigestAlgorithm.sha256.authenticationCode(of: Array($1.utf8), key: $0)
    }
    let signature = DigestAlgorithm.sha256.authenticationCode(of: Array(text.utf8), key: key)
    guard signature.hexadecimal == fields["Signature"], needed.allSatisfy(signed.contains),
      signed == signed.sorted()
    else {
      return Complaint(
        text: "wrong signature",
        step: .error(
          "403 Forbidden", "SignatureDoesNotMatch", more: "<StringToSign>\(text)</StringToSign>"))
    }
    return nil
  }

  private static func seconds(_ time: String) -> Int64 {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    return format.date(from: time).map { Int64($0.timeIntervalSince1970) } ?? 0
  }

  private static func header(_ seconds: Int64) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date(timeIntervalSince1970: Double(seconds)))
  }
}
