import Foundation

/// A call: its arguments and the address of the server.
struct Call {
  let arguments: [String: String]
  /// The address of the server as the client sees it, without a slash at its end.
  let site: String
  /// The account that signed the call; nil for none.
  var viewer: Photographer?

  subscript(name: String) -> String? { arguments[name] }

  var method: String { self["method"] ?? "" }

  /// The comma-separated parts of an argument without blanks; empty if it is absent.
  func list(_ name: String) -> [String] {
    (self[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// 32 hexadecimal digits, as Flickr's keys are, or the word `demo`.
  var hasValidKey: Bool { Call.isKey(self["api_key"] ?? self["oauth_consumer_key"] ?? "") }

  /// Whether clients may use this key.
  static func isKey(_ text: String) -> Bool {
    let key = text.utf8
    return key.elementsEqual("demo".utf8) || key.count == 32 && key.allSatisfy(Call.isDigit)
  }

  /// Identifies the call for the fault plan: the photo, or all arguments except the key.
  var subject: String {
    if let photo = self["photo_id"] { return photo }
    return arguments.filter { $0.key != "api_key" }.sorted { $0.key < $1.key }
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
