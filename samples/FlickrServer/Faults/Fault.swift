/// What can be made to go wrong.
enum Fault: String, CaseIterable, Sendable {
  /// The connection ends before as many bytes as were promised.
  case truncate
  /// A whole, well-formed answer whose picture is cut short.
  case truncateSilently = "truncate-silent"
  /// The connection is reset in the midst of a body.
  case reset
  /// The body stops, the connection stays open.
  case stall
  /// A page of HTML with status 200, said to be what was asked for.
  case html
  /// A redirect to a picture that says that there is none.
  case placeholder
  case forbidden = "403"
  /// 403 for sizes above 1024 pixels alone, as for photos of free accounts.
  case forbiddenAbove1024 = "403-large"
  case notFound = "404"
  case gone = "410"
  /// 429 with Retry-After.
  case tooMany = "429"
  /// The API's error 105.
  case unavailable = "105"

  /// Those that pictures meet; calls meet the others.
  static let ofPictures: [Fault] = allCases.filter { $0 != .unavailable }
  /// What happens within a picture's body; nil for what is decided before it.
  var ofBody: Fault? {
    [.truncate, .truncateSilently, .reset, .stall].contains(self) ? self : nil
  }
  static let ofCalls: [Fault] = [.html, .tooMany, .unavailable]
}
