import Foundation
import TestSupport
import Testing

/// A mirror, its site and its owner through random years, in which runs are killed, listings cut short, and the
/// site's answers cut or refused.
@Suite("A mirror with a random history", .serialized)
struct RandomHistoryTests {
  /// `Tests/history` asks for more, and repeats those of a failed test by their seed.
  private static let rounds = number("PHOTOMIRROR_ROUNDS") ?? 4
  private static let seed = UInt64(number("PHOTOMIRROR_SEED") ?? 20_261_122)
  private static let source = "flickr:user/30000003@N02"

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test(
    "No photo that is listed is lost, none is stored twice, and no byte of the owner is destroyed")
  func history() async throws {
    var random = SeededGenerator(seed: Self.seed)
    let server = try await ServerProcess(["--photos", "90"])
    let mirror = try MirrorCommand(
      server, source: Self.source,
      options: ["--size", "320", "--thumbnail", "32", "--gone", "trash", "--gone-after", "1"]
        + ["--max-gone", "100%"])
    var site = try await SiteHistory(try await mirror.listedIDs(), on: server, using: &random)
    var owner = OwnerHistory(mirror.directory.path)
    var log = ["seed \(Self.seed)"]
    for round in 1...Self.rounds {
      log.append("round \(round)")
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        log.append(try await site.change(using: &random))
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        log.append(try owner.act(using: &random))
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        try await checkNothingIsLost(owner, &log) {
          try await Self.run(mirror, unfinishedUsing: &random)
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try await checkNothingIsLost(owner, &log) {
          let names = ["{owner}/{id}", "{owner}/{title}_{id}"].randomElement(using: &random) ?? ""
          let run = try await mirror.run("rename --name \(names) MIRROR")
          return "rename \(names): \(run.status)"
        }
      }
      let past = log
      try await checkNothingIsLost(owner, &log) {
        let options = mirror.options.joined(separator: " ")
        let run = try await mirror.run(
          "sync --progress none --full \(options) \(mirror.source) MIRROR")
        #expect([0, 1].contains(run.exitCode), "\(past.joined(separator: "\n")): \(run.errors)")
        return "run: \(run.status) \(run.errors)"
      }
      try await check(mirror, site, owner, log)
    }
  }

  /// Faults that say nothing about a photo: the site does not claim that it is gone.
  private static let faults = [
    "503", "105", "html", "truncate", "truncate-silent", "reset", "cut-call",
  ]

  /// A run at a site with faults: some photos and pages come, others do not.
  private static func run(
    _ mirror: MirrorCommand, withFaultsUsing random: inout SeededGenerator
  ) async throws -> String {
    let kinds = faults.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    let shares = kinds.map { "\($0)=0.\(Int.random(in: 1...4, using: &random))" }
      .joined(separator: ",")
    try await mirror.server.changeFaults(shares, seed: random.next())
    var faulty = mirror
    faulty.options += ["--attempts", "2"] + (Bool.random(using: &random) ? ["--full"] : [])
    let run = try await faulty.run()
    try await mirror.server.changeFaults("")
    #expect([0, 1, 3].contains(run.exitCode), "\(shares): \(run.errors)")
    return "faults \(shares): \(run.status)"
  }

  /// A run that is killed, that does not read the whole listing, or that has a faulty site.
  private static func run(
    _ mirror: MirrorCommand, unfinishedUsing random: inout SeededGenerator
  ) async throws -> String {
    let kind = Int.random(in: 0..<3, using: &random)
    if kind == 0 { return try await run(mirror, withFaultsUsing: &random) }
    if kind == 1,
      let instant = Instant.random(9, of: Instant.ofLife, using: &random).first
    {
      return "killed at \(instant): \(try await mirror.run(until: instant, SIGKILL).status)"
    }
    var limited = mirror
    limited.options += ["--limit", "\(Int.random(in: 1...5, using: &random))"]
    return "limited: \(try await limited.run().status)"
  }

  /// Every picture that was in the mirror before is in it, in its trash, or set aside.
  private func checkNothingIsLost(
    _ owner: OwnerHistory, _ log: inout [String], _ step: () async throws -> String
  ) async throws {
    let before = MirrorTree(owner.path).contents()
    log.append(try await step())
    let after = Set(try FileTree(owner.path).files.values)
    for (name, bytes) in before where !after.contains(bytes) {
      Issue.record("the bytes of \(name) are nowhere after\n\(log.joined(separator: "\n"))")
    }
    for note in owner.notes where !owner.isWritten(note) {
      Issue.record("\(note) is in no sidecar after\n\(log.joined(separator: "\n"))")
    }
  }

  /// After a complete run, the mirror shows what the site shows, except where the owner changed it.
  private func check(
    _ mirror: MirrorCommand, _ site: SiteHistory, _ owner: OwnerHistory, _ log: [String]
  ) async throws {
    let text = log.joined(separator: "\n")
    let tree = MirrorTree(mirror.directory.path)
    let paths = Dictionary(grouping: owner.pictures, by: \.id)
    let edited = Set(
      owner.pictures.filter { owner.isEdited($0.id, tree.bytes($0.path)) }.map(\.path))
    let list = try await mirror.run("list --limit 1000 \(mirror.source)")
    let listed = try list.lines(of: ListedPhoto.self)
    #expect(Set(listed.map(\.id)) == site.listed, "\(text)")
    let rows = try catalogRows(
      tree.catalog,
      "SELECT key, label, address FROM files JOIN photos ON photos.id = photo WHERE role = 'picture'"
    )
    let stored = Dictionary(
      rows.map { row in
        let values = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        return (values[0], (label: values[1], address: values[2]))
      }
    ) { $1 }
    // What was damaged in two runs waits for a day.
    let isDamaged = log.count { $0.hasPrefix("faults") && $0.contains("truncate-silent") } > 1
    let waiting =
      isDamaged
      ? try catalogRows(tree.catalog, "SELECT key FROM photos WHERE state = 'unavailable'") : []
    for photo in listed where !waiting.contains(photo.id) {
      let own = paths[photo.id] ?? []
      #expect(own.count == 1, "\(photo.id) has \(own)\n\(text)")
      guard let path = own.first?.path, !edited.contains(path) else { continue }
      let file = try #require(stored[photo.id], "\(photo.id)\n\(text)")
      // An adopted file may have no label.
      guard !file.label.isEmpty else { continue }
      #expect(photo.size(file.label)?.url == file.address, "\(photo.id) is old\n\(text)")
    }
    #expect(paths.values.allSatisfy { $0.count == 1 }, "a photo is stored twice\n\(text)")
    let trash = try await mirror.run("trash --json MIRROR").lines(of: Trashed.self)
    let gone = Set(trash.filter { $0.cause == "gone" }.map(\.id))
    #expect(gone.isDisjoint(with: site.listed), "\(text)")
    let verified = try await mirror.run("verify --json MIRROR").lines(of: Finding.self)
    for finding in verified {
      guard let path = finding.path else { continue }
      switch finding.finding {
      case "same": continue
      case "changed", "damaged": #expect(edited.contains(path), "\(path)\n\(text)")
      case "extra", "renamed":
        // A file that the owner edited, of a photo that left the mirror in another way.
        let isOwn =
          path.hasPrefix(OwnerHistory.shelf + "/") || edited.contains(path)
          || Self.isLeft(path, in: tree, site)
        #expect(isOwn, "\(path)\n\(text)")
      default: Issue.record("\(finding.finding ?? "") \(path)\n\(text)")
      }
    }
  }

  /// Whether it is the sidecar of a photo whose file the owner took away before the site removed the photo.
  private static func isLeft(_ path: String, in tree: MirrorTree, _ site: SiteHistory) -> Bool {
    guard path.hasSuffix(".xmp"), let id = path.firstMatch(of: /(5\d{10})\.\w+\.xmp$/)?.1 else {
      return false
    }
    return tree.photo(String(id)) == nil && !site.listed.contains(String(id))
  }

  private struct Trashed: Decodable {
    let id: String
    let cause: String
  }

  private struct Finding: Decodable {
    let finding: String?
    let path: String?
  }
}
