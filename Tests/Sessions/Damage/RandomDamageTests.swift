import Foundation
import TestSupport
import Testing

/// Random damage to the files of a mirror: what verify says of each, and what a repair from a copy makes of it.
///
/// PHOTOMIRROR_DAMAGED is the number of photos, and PHOTOMIRROR_SEED chooses the damage.
@Suite("Random damage", .serialized)
struct RandomDamageTests {
  private enum Kind: CaseIterable {
    case none, flipped, flippedLater, cut, removed, edited, swapped, linked, hardLinked
  }

  /// A line of `verify --json`.
  private struct Line: Decodable {
    var finding: String?
    var path: String?
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test("verify names each damage, and a repair from a copy asks the site nothing and keeps edits")
  func damage() async throws {
    let count = Self.number("PHOTOMIRROR_DAMAGED") ?? 90
    var random = SeededGenerator(seed: UInt64(Self.number("PHOTOMIRROR_SEED") ?? 1))
    // A seventh of the site's photos are of this account.
    let session = try await Session("--photos", "\(7 * count)")
    let sync = try await session.run(
      "sync --progress none --size Square flickr:user/20000002@N01 photos")
    #expect(sync.exitCode == 0, "\(sync.errors)")
    #expect(try await session.run("copy photos backup").exitCode == 0)
    let before = session.mirror().contents()
    let kinds = try damage(session.mirror(), before, &random)
    let damaged = session.mirror().contents()

    let verify = try await session.run("verify --json photos")
    let named = try names(verify.output)
    for (path, kind) in kinds {
      let said = named[path]
      #expect(expected(of: kind).contains(said), "\(path) \(kind): \(said ?? "nothing")")
    }

    try await session.server.resetStats()
    let repair = try await session.run("repair --progress none --from backup photos")
    let stats = try await session.server.stats()
    #expect(stats.imageRequests == 0 && stats.calls.isEmpty, "\(repair.errors)")
    let after = session.mirror().contents()
    // A flip that leaves a whole picture and a new time is what an edit is, and stays.
    let kept = Set(named.filter { $0.value == "changed" }.map(\.key))
    for (path, kind) in kinds {
      let wanted = kept.contains(path) ? damaged[path] : before[path]
      #expect(after[path] == wanted, "\(path) \(kind)")
      #expect(kind != .edited || kept.contains(path), "\(path)")
    }
    #expect(Set(try names(try await session.run("verify --json photos").output).keys) == kept)
    #expect(try await session.run("verify backup").exitCode == 0)
    let harmed = kinds.values.filter { $0 != .none }.count
    #expect(harmed > before.count / 4)
    if Self.number("PHOTOMIRROR_DAMAGED") != nil {
      print("damaged: \(harmed) of \(before.count) photos, \(kept.count) kept\n\(repair.errors)")
    }
  }

  /// The findings of `verify` by path.
  private func names(_ output: String) throws -> [String: String] {
    let lines = try output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    let found = lines.compactMap { line in
      line.path.flatMap { path in line.finding.map { (path, $0) } }
    }
    return Dictionary(found) { $1 }
  }

  private func expected(of kind: Kind) -> [String?] {
    switch kind {
    case .none: [nil]
    case .flipped: ["rotten", "damaged"]
    case .flippedLater: ["changed", "damaged"]
    case .cut: ["damaged"]
    case .removed, .linked: ["missing"]
    case .edited: ["changed"]
    case .swapped, .hardLinked: ["swapped"]
    }
  }

  /// Damages the files, half of the photos not at all.
  private func damage(
    _ tree: MirrorTree, _ contents: [String: Data], _ random: inout SeededGenerator
  ) throws -> [String: Kind] {
    let files = FileManager.default
    var paths = contents.keys.sorted().shuffled(using: &random)
    var kinds: [String: Kind] = [:]
    let outside = files.temporaryDirectory.appending(path: "\(UUID())").path
    defer { try? files.removeItem(atPath: outside) }
    try Data("elsewhere".utf8).write(to: URL(filePath: outside))
    // The files that hard links lead to stay whole.
    let whole = paths.removeLast()
    kinds[whole] = Kind.none
    while let path = paths.popLast() {
      var kind =
        Bool.random(using: &random)
        ? Kind.none : Kind.allCases.randomElement(using: &random) ?? .none
      if kind == .swapped, paths.isEmpty { kind = .none }
      kinds[path] = kind
      let (file, bytes) = (tree.path + "/" + path, try #require(contents[path]))
      let time = try files.attributesOfItem(atPath: file)[.modificationDate]
      switch kind {
      case .none: break
      case .flipped, .flippedLater:
        var other = bytes
        other[Int.random(in: 0..<other.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
        try other.write(to: URL(filePath: file))
        if kind == .flipped {
          try files.setAttributes([.modificationDate: time as Any], ofItemAtPath: file)
        }
        if kind == .flippedLater {
          let later = Date(timeIntervalSinceNow: 60)
          try files.setAttributes([.modificationDate: later], ofItemAtPath: file)
        }
      case .cut: try bytes.dropLast(bytes.count / 3).write(to: URL(filePath: file))
      case .removed: try files.removeItem(atPath: file)
      case .edited:
        // A comment (COM, ISO 10918-1) after the first marker.
        let edited = bytes.prefix(2) + [0xFF, 0xFE, 0, 6] + Data("edit".utf8) + bytes.dropFirst(2)
        try Data(edited).write(to: URL(filePath: file))
      case .swapped:
        let other = paths.removeLast()
        kinds[other] = .swapped
        try bytes.write(to: URL(filePath: tree.path + "/" + other))
        try #require(contents[other]).write(to: URL(filePath: file))
      case .linked:
        try files.removeItem(atPath: file)
        try files.createSymbolicLink(atPath: file, withDestinationPath: outside)
      case .hardLinked:
        try files.removeItem(atPath: file)
        try files.linkItem(atPath: tree.path + "/" + whole, toPath: file)
      }
    }
    return kinds
  }
}
