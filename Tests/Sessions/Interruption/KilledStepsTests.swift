import Foundation
import TestSupport
import Testing

@Suite("Snapshots, recoveries and packages that are killed", .serialized, .timeLimit(.minutes(15)))
struct KilledStepsTests {
  /// System calls by which a file gets its bytes, its name, its durability and its end.
  private static let calls = [
    "write", "pwrite64", "fsync", "renameat", "linkat", "unlinkat", "mkdirat", "ftruncate",
  ]

  private let session: Session

  /// A mirror of six photos. The last two were stored after its snapshot.
  init() async throws {
    session = try await Session("--photos", "6", "--pictures", "6")
    let sync = "sync --progress none --size 320 flickr:recent photos"
    try await session.run(sync + " --limit 4").expect(exits: 0)
    try await session.run(sync).expect(exits: 0)
  }

  /// Kills a command that works in a new copy of the mirror at steps of it, and repeats it.
  /// - Parameters:
  ///   - line: The command with the copy's name.
  ///   - check: Is called after the kill and after the repetition.
  private func kill(
    _ line: (String) -> String, prepare: (String) throws -> Void = { _ in },
    check: (_ place: String, _ isKilled: Bool) async throws -> Void
  ) async throws {
    var kills = 0
    for call in Self.calls {
      for number in [1, 2, 5] {
        let place = "photos-\(call)-\(number)"
        try FileManager.default.copyItem(
          atPath: session.folder.appending("photos"), toPath: session.folder.appending(place))
        try prepare(place)
        let run = try await session.killed(at: call, number, line(place))
        guard run.status == .killed(signal: SIGKILL) else {
          #expect(run.exitCode == 0, "\(place): \(run.errors)")
          break
        }
        kills += 1
        try await check(place, true)
        let again = try await session.run(line(place))
        #expect(again.exitCode == 0, "\(place): \(again.errors)")
        try await check(place, false)
        #expect(session.mirror(place).parts == [], "\(place)")
      }
    }
    #expect(kills >= 8)
  }

  private func digests(of place: String) async throws -> String {
    try await session.run("export --format sha256sum \(place)").output
  }

  @Test("A recovery leaves no catalog until it is complete, and the next one gives the same")
  func recovery() async throws {
    let whole = try await digests(of: "photos")
    try #require(whole.split(separator: "\n").count == 6)
    try await session.server.resetStats()
    try await kill {
      "recover \($0)"
    } prepare: { place in
      try FileManager.default.removeItem(atPath: session.mirror(place).catalog)
    } check: { place, isKilled in
      guard !isKilled || FileManager.default.fileExists(atPath: session.mirror(place).catalog)
      else { return }
      let own = try await digests(of: place)
      let verify = try await session.run("verify \(place)")
      #expect(own == whole && verify.exitCode == 0, "\(place): \(verify.output)")
    }
    #expect(try await session.server.stats().imageRequests == 0)
  }

  @Test("A snapshot has its name only when it is whole, and what was forgotten stays forgotten")
  func snapshot() async throws {
    let path = try #require(session.mirror().photos.first)
    try await kill {
      "forget \($0) \(path)"
    } check: { place, isKilled in
      let folder = session.folder.appending(place + "/.photomirror/snapshots")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let snapshots = names.filter { $0.hasSuffix(".zst") }
      #expect(!snapshots.isEmpty)
      for name in snapshots {
        let test = try await CommandRun.run(
          "/usr/bin/env", ["zstd", "-tq", folder + "/" + name], environment: [:],
          workingDirectory: folder)
        #expect(test.exitCode == 0, "\(place): \(test.errors)")
      }
      guard !isKilled else { return }
      try FileManager.default.removeItem(atPath: session.mirror(place).catalog)
      #expect(try await session.run("recover \(place)").exitCode == 0)
      let digests = try await digests(of: place)
      #expect(digests.split(separator: "\n").count == 5 && !digests.contains(path), "\(place)")
    }
  }

  @Test("A package that is not whole has no bagit.txt, and the same command completes it")
  func bundle() async throws {
    func manifest(_ bag: String) throws -> String {
      try String(
        contentsOfFile: session.folder.appending(bag + "/manifest-sha256.txt"), encoding: .utf8)
    }
    #expect(try await session.run("bundle photos whole").exitCode == 0)
    let whole = try manifest("whole")
    try await kill {
      "bundle \($0) bag-\($0)"
    } check: { place, isKilled in
      let bag = session.folder.appending("bag-" + place)
      guard !isKilled || FileManager.default.fileExists(atPath: bag + "/bagit.txt") else { return }
      let own = try manifest("bag-" + place)
      #expect(own == whole, "\(place)")
      for name in ["manifest-sha256.txt", "tagmanifest-sha256.txt"] {
        let test = try await CommandRun.run(
          "/usr/bin/env", ["sha256sum", "--quiet", "-c", name], environment: [:],
          workingDirectory: bag)
        #expect(test.exitCode == 0, "\(place): \(test.errors)")
      }
    }
  }
}
