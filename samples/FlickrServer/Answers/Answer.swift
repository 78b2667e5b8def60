/// The answer of a call: an element, or one of Flickr's errors.
enum Answer {
  /// An element without a name stands for its parts.
  case ok(Element)
  case failed(CallFailure)

  /// The answer as JSON, the one format that photomirror asks for.
  var json: [UInt8] {
    var output: [UInt8] = []
    root.appendJSON(to: &output)
    return output
  }

  private var root: Element {
    switch self {
    case .ok(let element):
      Element(
        "",
        (element.name.isEmpty ? element.parts : [.child(element)])
          + [.attribute("stat", .text("ok"))])
    case .failed(let failure):
      Element(
        "",
        [
          .attribute("stat", .text("fail")), .attribute("code", .number(failure.code)),
          .attribute("message", .text(failure.message)),
        ])
    }
  }
}

/// An error of the API: sent with HTTP status 200, as Flickr does.
struct CallFailure: Error {
  let code: Int
  let message: String

  static let photoNotFound = CallFailure(code: 1, message: "Photo not found")
  static let invalidKey = CallFailure(
    code: 100, message: "Invalid API Key (Key has invalid format)")
  static let loggedOut = CallFailure(code: 98, message: "Invalid auth token")
  static let unavailable = CallFailure(code: 105, message: "Service currently unavailable")

  static func noFormat(_ name: String) -> CallFailure {
    CallFailure(code: 111, message: "Format \"\(name)\" not found")
  }

  static func noMethod(_ name: String) -> CallFailure {
    CallFailure(code: 112, message: "Method \"\(name)\" not found")
  }
}
