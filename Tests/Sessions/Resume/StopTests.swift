import Foundation
import TestSupport
import Testing

@Suite("A mirror that was stopped resumes", .serialized)
struct StopTests {
  /// `Tests/Programs/kill` requests more kills, and repeats those of a failed run by their seed.
  private static let kills = number("PHOTOMIRROR_KILLS") ?? 30
  private static let seed = UInt64(number("PHOTOMIRROR_SEED") ?? .random(in: 0...9999))

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  @Test("SIGKILL at random moments changes no file and costs few bytes")
  func kill() async throws {
    let stop = Stop(
      name: "kills", signal: SIGKILL, instants: Instant.ofLife, ending: .killed(signal: SIGKILL))
    try await check(stop, times: Self.kills, photos: max(300, Self.kills * 7))
  }

  @Test("SIGINT at random moments ends runs with exit code 130 and changes no file")
  func interrupt() async throws {
    let stop = Stop(
      name: "interrupts", signal: SIGINT, instants: Instant.ofWork, ending: .exited(130))
    try await check(stop, times: 10, photos: 100)
  }

  private struct Stop {
    let name: String
    let signal: Int32
    let instants: [Instant]
    let ending: CommandRun.Status
  }

  private func check(_ stop: Stop, times: Int, photos: Int) async throws {
    var random = SeededGenerator(seed: Self.seed)
    // One in seven photos is this user's.
    let pictures = ["--photos", "\(photos * 7)", "--pictures", "24"]
    // At this rate most moments are in the middle of bodies, which have about 50 KB. What arrives while a
    // signal is on its way is fetched twice: little, even if that takes a while on a busy machine.
    let slow = try await ServerProcess(
      pictures + ["--latency", "5", "--rate", "20000"], deadline: .seconds(3600))
    var stopped = try MirrorCommand(
      slow, source: "flickr:user/20000002@N01", options: ["--size", "640", "--jobs", "8"])
    let whole = try await stopped.straightFiles(from: ServerProcess(pictures))
    let photos = try #require(whole.photos.isEmpty ? nil : whole.photos.count)

    var (missed, early) = (0, 0)
    for instant in Instant.random(times, of: stop.instants, using: &random) {
      let moment = "seed \(Self.seed), \(instant)"
      var run = try await stopped.run(until: instant, stop.signal)
      // A run that ends before the signal is correct.
      while case .closing = instant, run.exitCode == 130, missed < times {
        missed += 1
        run = try await stopped.run(until: instant, stop.signal)
      }
      try #require(run.status == stop.ending, "\(moment): \(run.errors)")
      let remains = try Remains(of: stopped.directory.path)
      try #require(remains.flaws(against: whole) == [], "\(moment)")
      early = remains.recorded.count
    }
    let servedSlowly = try await slow.stats().imageBytes
    try await stopped.restartServer(pictures)
    #expect(try await stopped.run().exitCode == 0)

    let parts = stopped.directory.appending(".photomirror/parts")
    #expect(try FileManager.default.contentsOfDirectory(atPath: parts) == [], "seed \(Self.seed)")
    let remains = try Remains(of: stopped.directory.path)
    #expect(remains.files.differences(from: whole) == [], "seed \(Self.seed)")
    #expect(remains.recorded.sorted() == whole.photos, "seed \(Self.seed)")
    let served = try await servedSlowly + stopped.server.stats().imageBytes
    let needed = whole.photoBytes
    let share = String(format: "%.2f", Double(served - needed) / Double(needed) * 100)
    print(
      "\(stop.name): \(times) (\(missed) missed) in \(early) of \(photos) photos, seed \(Self.seed),",
      "\(served) bytes served for \(needed) in the tree, \(share) % fetched twice")
    #expect(served >= needed && served <= needed + needed / 20, "seed \(Self.seed)")
  }
}
