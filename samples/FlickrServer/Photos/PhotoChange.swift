/// What a client changed of a photo while the server runs.
struct PhotoChange: Sendable {
  enum State: String {
    case shown
    /// Counted in listings, and left out of them.
    case hidden
    /// Nowhere.
    case removed
  }

  /// Each version has another picture and other secrets; 0 is the first.
  var version: UInt64 = 0
  /// Nil for the photo's own.
  var title: String?
  var state = State.shown

  /// Whether the arguments are valid.
  mutating func apply(_ arguments: [String: String]) -> Bool {
    guard let version = UInt64(arguments["version"] ?? "\(version)"),
      let state = State(rawValue: arguments["state"] ?? state.rawValue)
    else { return false }
    self = PhotoChange(version: version, title: arguments["title"] ?? title, state: state)
    return true
  }
}
