import Digests
import Foundation

/// The protocol's parameters of a request: of its Authorization header, or of its query, where clients may
/// put them as well (RFC 5849, section 3.5).
struct OAuthHeader {
  private let own: [String: String]

  /// Nil if the request is not signed.
  init?(_ request: Request) {
    var own = request.arguments.filter { $0.key.hasPrefix("oauth_") }
    if let header = request.authorization, header.hasPrefix("OAuth ") {
      for field in header.dropFirst(6).split(separator: ",") {
        let halves = field.split(separator: "=", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard halves.count == 2 else { continue }
        own[Self.decode(halves[0])] = Self.decode(halves[1].trimmingCharacters(in: ["\""]))
      }
    }
    guard own["oauth_signature"] != nil else { return nil }
    self.own = own
  }

  subscript(name: String) -> String? { own[name] }

  /// The signature that the request should have.
  func signature(of request: Request, tokenSecret: String) -> String {
    let all = request.arguments.merging(own) { $1 }.filter {
      $0.key != "oauth_signature" && $0.key != "realm"
    }
    let pairs = all.map { (Self.encode($0.key), Self.encode($0.value)) }.sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }
    let base = [
      request.method, "http://\(request.host?.lowercased() ?? "")\(request.path)",
      pairs.joined(separator: "&"),
    ].map(Self.encode).joined(separator: "&")
    let key = Self.encode(OAuthDesk.secret) + "&" + Self.encode(tokenSecret)
    return Data(
      DigestAlgorithm.sha1.authenticationCode(of: Array(base.utf8), key: Array(key.utf8))
    ).base64EncodedString()
  }

  /// Byte by byte, so that it shares nothing with the client's own encoding.
  static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    return encoded
  }

  private static func decode(_ text: String) -> String { text.removingPercentEncoding ?? text }
}
