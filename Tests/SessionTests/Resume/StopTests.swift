import Foundation
import TestSupport
import Testing

@Suite("a mirror that is stopped goes on", .serialized)
struct StopTests {
  /// `PHOTOMIRROR_TEST_SEED` brings back a run that failed.
  private static let seed =
    ProcessInfo.processInfo.environment["PHOTOMIRROR_TEST_SEED"].flatMap { UInt64($0) }
    ?? .random(in: 0...9999)

  @Test("after SIGKILL at 30 random instants: the same files, next to nothing fetched twice")
  func kill() async throws {
    try await stop(by: SIGKILL, times: 30, photos: 300, ending: .killed(signal: SIGKILL))
  }

  @Test("after SIGINT at 10 random instants, each with exit code 130")
  func interrupt() async throws {
    try await stop(by: SIGINT, times: 10, photos: 100, ending: .exited(130))
  }

  private func stop(
    by signal: Int32, times: Int, photos: Int, ending: CommandRun.Status
  ) async throws {
    print("PHOTOMIRROR_TEST_SEED=\(Self.seed)")
    var dice = SeededGenerator(seed: Self.seed)
    let pictures = ["--photos", "\(photos)", "--pictures", "24"]
    // A rate at which most instants fall in the middle of bodies, which have some 50 KB.
    let slow = try await ServerProcess(pictures + ["--latency", "5", "--rate", "100000"])
    let stopped = try MirrorCommand(slow, options: ["--size", "640"])
    for instant in Instant.random(times, using: &dice) {
      let run = try await stopped.run(until: instant, signal)
      try #require(run.status == ending, "seed \(Self.seed), \(instant): \(run.errors)")
    }
    #expect(try await stopped.run().exitCode == 0)

    let parts = stopped.directory.appending(".photomirror/parts")
    #expect(try FileManager.default.contentsOfDirectory(atPath: parts) == [], "seed \(Self.seed)")

    let whole = try await stopped.straightFiles(from: ServerProcess(pictures))
    #expect(whole.photos.count == photos)
    #expect(try stopped.files.differences(from: whole) == [], "seed \(Self.seed)")
    let bytes = try await slow.stats().imageBytes
    print("fetched \(bytes) bytes of \(whole.photoBytes)")
    #expect(bytes >= whole.photoBytes)
    #expect(bytes <= whole.photoBytes + whole.photoBytes / 20, "seed \(Self.seed)")
  }
}
