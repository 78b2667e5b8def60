import TestSupport

/// The photos of an account that its owner changes, as the sample server shows them.
struct SiteHistory {
  /// All photos that the account ever has, the newest first.
  let ids: [String]
  /// Photos that the listing does not show now.
  private(set) var absent: Set<String> = []
  private var version = 0
  private let server: ServerProcess

  /// Of some photos, nobody knows yet.
  init(
    _ ids: [String], on server: ServerProcess, using random: inout SeededGenerator
  ) async throws {
    (self.ids, self.server) = (ids, server)
    for id in ids.shuffled(using: &random).prefix(ids.count / 3) { try await remove(id) }
  }

  /// Photos with an entry in the listing.
  var listed: Set<String> { Set(ids).subtracting(absent) }

  /// Changes something.
  /// - Returns: What, for the log.
  mutating func change(using random: inout SeededGenerator) async throws -> String {
    version += 1
    guard let id = ids.randomElement(using: &random) else { return "nothing" }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      try await server.change(id, ["version": "\(version)"])
      return "replaced \(id)"
    case 1:
      try await server.change(id, ["title": "Title \(version)"])
      return "renamed \(id)"
    // The account never looks empty, which would protect its photos.
    case 2 where listed.count > ids.count / 2:
      try await remove(id)
      return "removed \(id)"
    case 3 where listed.count > ids.count / 2:
      try await server.change(id, ["state": "hidden"])
      absent.insert(id)
      return "hid \(id)"
    default:
      let back = absent.sorted().randomElement(using: &random) ?? id
      try await server.change(back, ["state": "shown"])
      absent.remove(back)
      return "showed \(back)"
    }
  }

  private mutating func remove(_ id: String) async throws {
    try await server.change(id, ["state": "removed"])
    absent.insert(id)
  }
}
