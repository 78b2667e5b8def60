import LocalFiles
import MirrorCore
import Testing

@testable import Mirroring

@Suite("When a run leaves a snapshot")
struct SnapshotPaceTests {
  private func name(_ day: Int64) -> SnapshotName { SnapshotName(at: day * 86400 + 7) }

  private func pace(cost: Duration, running: Duration) -> SnapshotPace {
    var pace = SnapshotPace(cost: cost)
    pace.add(run: running, hasChanges: true)
    return pace
  }

  @Test(
    "The first snapshot is always due, a second of the same day never, and none without changes")
  func first() {
    let costly = pace(cost: .seconds(10), running: .seconds(1))
    let cheap = pace(cost: .seconds(1), running: .seconds(1000))
    #expect(costly.isDue(at: name(20_000), after: nil))
    #expect(!cheap.isDue(at: name(20_000), after: name(20_000)))
    #expect(cheap.isDue(at: name(20_001), after: name(20_000)))
    var unchanged = SnapshotPace(cost: .zero)
    unchanged.add(run: .seconds(9), hasChanges: false)
    #expect(!unchanged.isDue(at: name(20_009), after: name(20_000)))
  }

  @Test("A snapshot that takes more than 2 % of the runs since the last waits for them, or a week")
  func share() {
    let enough = pace(cost: .seconds(10), running: .seconds(500))
    #expect(enough.isDue(at: name(20_001), after: name(20_000)))
    let costly = pace(cost: .seconds(10), running: .seconds(499))
    #expect(!costly.isDue(at: name(20_006), after: name(20_000)))
    #expect(costly.isDue(at: name(20_007), after: name(20_000)))
    #expect(costly.isDue(at: name(19_990), after: name(20_000)))
  }

  @Test("A snapshot that takes a second or less is left on each day with changes")
  func cheap() {
    for (cost, isDue) in [(0, true), (1000, true), (1001, false)] {
      let pace = pace(cost: .milliseconds(cost), running: .milliseconds(1))
      #expect(pace.isDue(at: name(20_001), after: name(20_000)) == isDue, "\(cost)")
      #expect(!pace.isDue(at: name(20_000), after: name(20_000)))
    }
  }

  @Test(
    "Changes of a run without a snapshot count for the next, and a damaged record delays nothing")
  func kept() async throws {
    let archive = try await TestArchive(photos: 1)
    try archive.write("", to: ".photomirror/snapshots/pace")
    pace(cost: .seconds(3), running: .seconds(9)).write(in: archive.directory)
    var read = SnapshotPace(of: archive.directory)
    read.add(run: .seconds(1), hasChanges: false)
    #expect(read.hasChanges && read.cost == 3000 && read.running == 10_000)
    for text in ["", "1 2", "-1 2 1", "a b c", "1 2 3 4", "99999999999999999999 1 1"] {
      #expect(SnapshotPace(text) == nil, "\(text)")
    }
    try archive.write([0xFF], to: ".photomirror/snapshots/pace")
    #expect(SnapshotPace(of: archive.directory) == SnapshotPace(cost: .zero))
  }
}
