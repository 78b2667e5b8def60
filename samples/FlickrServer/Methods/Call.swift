import Foundation

/// The arguments of a call, and where it was made.
struct Call {
  let arguments: [String: String]
  /// The address of the server as the client sees it, without a slash at its end.
  let site: String

  subscript(name: String) -> String? { arguments[name] }

  var method: String { self["method"] ?? "" }

  /// The argument's parts between commas, without blanks around them; none where it is absent.
  func list(_ name: String) -> [String] {
    (self[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// 32 hexadecimal digits, as Flickr's keys are, or the word `demo`.
  var hasValidKey: Bool {
    let key = (self["api_key"] ?? self["oauth_consumer_key"] ?? "").utf8
    return key.elementsEqual("demo".utf8) || key.count == 32 && key.allSatisfy(Call.isDigit)
  }

  /// The parameters of an Authorization field of the scheme OAuth (RFC 5849, section 3.5.1): clients
  /// that sign their calls have the key there. Signatures are not checked.
  static func signed(_ field: String?) -> [String: String] {
    guard let field, field.hasPrefix("OAuth ") else { return [:] }
    let pairs = field.dropFirst(6).split(separator: ",").compactMap { pair -> (String, String)? in
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let value = parts[1].trimmingCharacters(in: .init(charactersIn: " \""))
      return (parts[0].trimmingCharacters(in: .whitespaces), value.removingPercentEncoding ?? value)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// What the call is about, for the dice: the photo, or else all arguments but those that
  /// differ from client to client and from try to try.
  var subject: String {
    if let photo = self["photo_id"] { return photo }
    return arguments.filter { $0.key != "api_key" && !$0.key.hasPrefix("oauth_") }
      .sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
