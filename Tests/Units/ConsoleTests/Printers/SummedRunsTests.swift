import MirrorCore
import Testing

@testable import Console

@Suite("One summary of several runs")
struct SummedRunsTests {
  private func summary(
    _ ending: MirrorSummary.Ending, mirrored: Int, bytes: Int64
  ) -> MirrorSummary {
    var summary = MirrorSummary(ending: ending)
    (summary.totals.mirrored, summary.totals.known) = (mirrored, 1)
    (summary.bytesFetched, summary.elapsed) = (bytes, .seconds(2))
    return summary
  }

  @Test("Counts, bytes and times are added, and a source that failed is reported when it fails")
  func added() throws {
    let captured = try CapturedOutput()
    let runs = SummedRuns(.lines, terminal: Terminal(captured.output, environment: [:]))
    #expect(!runs.isStopped)
    runs.mirror(didEmit: .finished(summary(.finished, mirrored: 3, bytes: 2_000_000)))
    let error = MirrorError.source("the site says no", .other)
    runs.mirror(didEmit: .finished(summary(.sourceFailed(error), mirrored: 1, bytes: 2_000_000)))
    #expect(!runs.isStopped)
    runs.write()
    let text = try captured.text
    #expect(text.contains("photomirror: error: the site says no\n"), "\(text)")
    #expect(text.hasSuffix("mirrored 4 photos, 2 known  (4.0 MB in 4.0 s, 1.0 MB/s)\n"), "\(text)")
  }

  @Test("After an interruption no other run begins, and the summary says how to resume")
  func interrupted() throws {
    let captured = try CapturedOutput()
    let runs = SummedRuns(.none, terminal: Terminal(captured.output, environment: [:]))
    runs.mirror(didEmit: .finished(summary(.interrupted, mirrored: 1, bytes: 0)))
    #expect(runs.isStopped)
    runs.write()
    let text = try captured.text
    #expect(text.contains("\ninterrupted\nhint: "), "\(text)")
  }

  @Test("Runs without failures are silent if only failures are wanted, and in a journal")
  func silent() throws {
    for mode in [ProgressMode.none, .log] {
      let captured = try CapturedOutput()
      let runs = SummedRuns(mode, terminal: Terminal(captured.output, environment: [:]))
      runs.mirror(didEmit: .finished(summary(.finished, mirrored: 1, bytes: 9)))
      runs.write()
      #expect(try captured.text.isEmpty)
    }
  }
}
