import CCurl
import Foundation

/// What a response says of the coding of its body (RFC 9110, 8.4), without words that mean none.
enum ContentCoding: Equatable {
  /// The body is the content.
  case plain
  /// One coding that libcurl decodes.
  case decodable(String)
  /// Other words, separated by commas: several codings, an unknown one, or something that is none.
  case other(String)

  init(_ head: ResponseHead) {
    let words = head.codings("content-encoding").filter { $0 != "identity" }
    guard let first = words.first, !words.allSatisfy(Self.meaningless.contains) else {
      self = .plain
      return
    }
    self =
      words.count == 1 && Self.supported.contains(first)
      ? .decodable(first) : .other(words.joined(separator: ", "))
  }

  /// As a message shows it; nil for a plain body.
  var name: String? {
    switch self {
    case .plain: nil
    case .decodable(let name), .other(let name): name
    }
  }

  /// Words that servers and the tools that filled them state for bodies without a coding: charsets, and those of other
  /// fields.
  static let meaningless: Set<String> = [
    "identity", "none", "null", "undefined", "binary", "7bit", "8bit", "raw", "plain", "utf-8",
    "utf8",
    "utf-16", "ascii", "us-ascii", "iso-8859-1", "latin1", "windows-1252", "aws-chunked",
  ]

  /// Not Zstandard: libcurl allows a frame a window of 128 MiB, which each transfer could fill.
  static let supported = Set(
    (ccurl_decodes_gzip() ? ["gzip", "x-gzip", "deflate"] : [])
      + (ccurl_decodes_brotli() ? ["br"] : []))
}
