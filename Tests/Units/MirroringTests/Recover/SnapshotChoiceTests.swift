import LocalFiles
import Testing

@testable import Mirroring

@Suite("Which snapshot is taken")
struct SnapshotChoiceTests {
  private typealias Candidate = SnapshotChoice.Candidate

  private static let now: Int64 = 20_000
  private static func name(_ day: Int64) -> SnapshotName { SnapshotName(at: day * 86400) }

  private static func candidate(
    _ day: Int64, runs: Int64, number: Int64 = 0, of mirror: String? = nil
  ) -> Candidate {
    Candidate(name: name(day), mirror: mirror, runs: runs, number: number)
  }

  @Test(
    "The one with the most runs is, then the last that was left, then the latest name, the future last"
  )
  func order() {
    let table: [([Candidate], order: [Int])] = [
      ([], []), ([Self.candidate(5, runs: 0)], [0]),
      // As clocks tell.
      ([Self.candidate(7, runs: 1), Self.candidate(8, runs: 2)], [1, 0]),
      // The clock was ahead for some runs, and is right again.
      ([Self.candidate(20_400, runs: 5), Self.candidate(20_000, runs: 6)], [1, 0]),
      ([Self.candidate(20_400, runs: 6), Self.candidate(20_000, runs: 5)], [0, 1]),
      // It was behind.
      ([Self.candidate(3, runs: 9), Self.candidate(19_999, runs: 8)], [0, 1]),
      // A photo was forgotten between two runs.
      (
        [Self.candidate(9, runs: 4, number: 1), Self.candidate(9, runs: 4, number: 2)], [1, 0]
      ),
      (
        [Self.candidate(20_400, runs: 4, number: 1), Self.candidate(9, runs: 4, number: 2)],
        [1, 0]
      ),
      // They say the same.
      (
        [Self.candidate(20_400, runs: 4), Self.candidate(8, runs: 4), Self.candidate(9, runs: 4)],
        [2, 1, 0]
      ),
      ([Self.candidate(9, runs: 4), Self.candidate(9, runs: 4)], [0, 1]),
    ]
    for (candidates, order) in table {
      let choice = SnapshotChoice(candidates, of: nil, now: Self.name(Self.now))
      #expect(choice.order == order, "\(candidates)")
      #expect(choice.others.isEmpty)
    }
  }

  @Test("One of another mirror is not, whatever it says, if the mirror's id or most snapshots tell")
  func others() {
    let own = Self.candidate(5, runs: 1, of: "a")
    let (other, unmarked) = (Self.candidate(6, runs: 9, of: "b"), Self.candidate(4, runs: 1))
    let table: [([Candidate], mark: String?, order: [Int], others: [Int])] = [
      ([own, other, unmarked], "a", [0, 2], [1]), ([own, other], "b", [1], [0]),
      ([own, other], "c", [], [1, 0]), ([own, other], nil, [1], [0]),
      ([own, other, own], nil, [0, 2], [1]), ([unmarked, other], nil, [1, 0], []),
      ([unmarked, other], "a", [0], [1]),
    ]
    for (candidates, mark, order, others) in table {
      let choice = SnapshotChoice(candidates, of: mark, now: Self.name(Self.now))
      #expect(choice.order == order && choice.others == others, "\(candidates) \(mark ?? "-")")
    }
  }
}
