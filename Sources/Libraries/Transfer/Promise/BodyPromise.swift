import Digests
import Foundation

/// What a response promises of its complete body.
struct BodyPromise: Equatable {
  /// Length of the complete body; nil if unknown.
  let total: Int64?
  /// MD5 as lower-case hexadecimal; nil if not promised.
  let md5: String?

  /// What a response's promises are of, if it states a content coding.
  enum Subject {
    /// A coded body: the listing's promise alone is of the file.
    case coded
    /// Perhaps a coded body: the response's promises are of what it sends.
    case unclear
  }

  /// The promises for a response with a content coding.
  init(_ head: ResponseHead, of subject: Subject, byteCount: Int64?) throws(Fault) {
    switch subject {
    case .coded: (total, md5) = (byteCount, nil)
    case .unclear: (total, md5) = (try head.contentLength(), Self.md5(head))
    }
  }

  /// Combines the promises: Content-Length, `x-ttdb-l` (which Flickr's servers send instead of
  /// Content-Length) and the provider's. They must agree.
  /// - Parameter byteCount: the provider's promise.
  init(_ head: ResponseHead, byteCount: Int64?) throws(Fault) {
    let flickr = head.headers.first("x-ttdb-l").flatMap { ResponseHead.count($0.utf8[...]) }
    var told = Told(length: try head.contentLength(), who: "the server's Content-Length")
    try told.add(flickr, from: "the server's x-ttdb-l")
    try told.add(byteCount, from: "the listing")
    total = told.length
    md5 = Self.md5(head)
  }

  /// The first length that was given, and by whom.
  private struct Told {
    var length: Int64?
    var who: String

    mutating func add(_ other: Int64?, from someone: String) throws(Fault) {
      guard let length, let other else {
        if let other { self = Told(length: other, who: someone) }
        return
      }
      guard length != other else { return }
      throw Fault(
        .inconsistent, "\(who) says \(length) bytes, but \(someone) says \(other)")
    }
  }

  /// Only a stored file of Flickr's (`origintype: S`) has the MD5 of its body as Content-MD5 and
  /// entity tag; elsewhere an entity tag of 32 digits may be anything.
  private static func md5(_ head: ResponseHead) -> String? {
    guard head.headers.first("origintype")?.uppercased() == "S" else { return nil }
    if let field = head.headers.first("content-md5"), let bytes = Data(base64Encoded: field),
      bytes.count == 16
    {
      return bytes.hexadecimal
    }
    guard let tag = head.headers.first("etag"), tag.utf8.count == 34, Validator.isStrong(tag)
    else { return nil }
    let digits = tag.dropFirst().dropLast().lowercased()
    return digits.allSatisfy(\.isHexDigit) ? digits : nil
  }
}
