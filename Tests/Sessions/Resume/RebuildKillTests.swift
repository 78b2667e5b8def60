import Foundation
import Locking
import TestSupport
import Testing

@Suite("thumbnails --rebuild that is killed", .serialized, .timeLimit(.minutes(15)))
struct RebuildKillTests {
  /// More than are recorded at once.
  private static let photos = 110
  private static let formats = [("webp", "webp"), ("png", "png"), ("jpeg", "jpg")]

  @Test(
    "After SIGKILL at random instants, the next one leaves a thumbnail of each photo, in the new format only"
  )
  func kill() async throws {
    let session = try await Session("--photos", "\(Self.photos)", "--pictures", "6")
    try await session.run("sync flickr:recent photos --progress none --size 320").expect(exits: 0)
    let tree = session.mirror()
    let stems = Set(tree.photos.map { ($0 as NSString).deletingPathExtension })
    #expect(stems.count == Self.photos)
    let seed = UInt64.random(in: 0...9999)
    var random = SeededGenerator(seed: seed)
    var killed = 0
    for round in 0..<6 {
      let (format, suffix) = Self.formats[round % Self.formats.count]
      let line = "thumbnails photos --rebuild --thumbnail-format \(format)"
      let instant = Int.random(in: 1...Self.photos * 3, using: &random)
      let run = try await run(line, in: session, killedAfter: instant)
      let moment = "seed \(seed), round \(round), notice \(instant)"
      if run.status == .killed(signal: SIGKILL) { killed += 1 }
      let between = session.mirror()
      #expect(between.photos == tree.photos, "\(moment)")
      // The old one goes after the new one is stored.
      let left = Set(between.thumbnails.map { ($0 as NSString).deletingPathExtension })
      #expect(left.isSuperset(of: stems), "\(moment)")
      let again = try await session.run(line)
      #expect(again.exitCode == 0, "\(moment): \(again.errors)")
      let after = session.mirror()
      #expect(Set(after.thumbnails) == Set(stems.map { "\($0).\(suffix)" }), "\(moment)")
      #expect(after.parts == [], "\(moment)")
      try await session.run("thumbnails photos").expect(
        exits: 0, output: "\(Self.photos) \(format) thumbnails")
    }
    #expect(session.mirror().flaws() == [] && killed > 0, "seed \(seed): \(killed) kills")
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  /// Kills a run when so many changes of its files were noticed; one that ends before is complete.
  private func run(
    _ line: String, in session: Session, killedAfter count: Int
  ) async throws -> CommandRun {
    let own = session.folder.appending("photos/.photomirror")
    let events = Int32(IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_TO)
    let process = Locked<RunningProcess?>(nil)
    let seen = Locked(0)
    let watch = try FolderNotice.watch(events, in: [own, own + "/parts", own + "/thumbnails"]) {
      _ in
      let isInstant = seen.withLock {
        $0 += 1
        return $0 == count
      }
      if isInstant { process.withLock { $0?.send(SIGKILL) } }
    }
    defer { watch.cancel() }
    // Locked, so that no notice comes before the process is known.
    let started = try process.withLock { process throws in
      let started = try session.start(line)
      process = started
      return started
    }
    return await started.end()
  }
}
