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

  /// Nil if an argument is invalid.
  mutating func apply(_ arguments: [String: String]) -> Bool {
    if let text = arguments["version"] {
      guard let version = UInt64(text) else { return false }
      self.version = version
    }
    if let text = arguments["state"] {
      guard let state = State(rawValue: text) else { return false }
      self.state = state
    }
    title = arguments["title"] ?? title
    return true
  }
}

extension Site {
  /// Answers `/change`: sets what the arguments name of a photo, reverses the order of albums, or replaces the
  /// faults.
  func change(_ arguments: [String: String]) -> Response {
    if let text = arguments["faults"] { return changeFaults(text, arguments["seed"]) }
    if arguments["albums"] == "reversed" {
      world.withLock { $0.reverseAlbums() }
      return .text(200, "changed\n", type: "text/plain")
    }
    let isDone = world.withLock { world in
      guard let index = World.index(ofID: arguments["photo"] ?? ""), index < world.count else {
        return false
      }
      return world.change(index, arguments)
    }
    return isDone
      ? .text(200, "changed\n", type: "text/plain")
      : .text(400, "no such photo, or an invalid change\n", type: "text/plain")
  }

  private func changeFaults(_ text: String, _ seed: String?) -> Response {
    guard let shares = try? Options.shares("faults", text) else {
      return .text(400, "invalid faults\n", type: "text/plain")
    }
    desk.change(shares, seed: seed.flatMap { UInt64($0) } ?? 0)
    return .text(200, "changed\n", type: "text/plain")
  }
}
