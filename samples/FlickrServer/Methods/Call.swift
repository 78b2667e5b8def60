import Foundation

/// A call: its arguments and the address of the server.
struct Call {
  let arguments: [String: String]
  /// The address of the server as the client sees it, without a slash at its end.
  let site: String
  /// The account that signed the call; nil for none.
  var viewer: Photographer?

  subscript(name: String) -> String? { arguments[name] }

  /// An argument that is a number.
  func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

  /// The comma-separated parts of an argument without blanks; empty if it is absent.
  func list(_ name: String) -> [String] {
    (self[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  var method: String { self["method"] ?? "" }

  var hasValidKey: Bool { Call.isKey(self["api_key"] ?? self["oauth_consumer_key"] ?? "") }

  /// Whether clients may use this key: 32 hexadecimal digits, as Flickr's keys are, or the word `demo`.
  static func isKey(_ text: String) -> Bool {
    text == "demo" || text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Identifies the call for the fault plan: the photo, or all arguments except the key.
  var subject: String {
    if let photo = self["photo_id"] { return photo }
    return arguments.filter { $0.key != "api_key" }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }
}
