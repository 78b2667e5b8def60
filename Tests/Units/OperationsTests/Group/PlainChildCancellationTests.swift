import Foundation
import Operations
import OperationsTesting
import Testing

/// Plain children that are cancelled by themselves while they wait, among few and among many.
@Suite("Cancelled plain children", .timeLimit(.minutes(15)))
struct PlainChildCancellationTests {
  @Test(
    "A plain child that waits for a dependency ends as soon as it is cancelled by itself",
    arguments: [10, 300])
  func cancelledBehindDependency(others: Int) async {
    let (dependency, ran) = (AsyncOperation {}, ConcurrencyGauge())
    let cancelled = BlockOperation { Issue.record("the cancelled child ran") }
    cancelled.addDependency(dependency)
    let group = GroupOperation<Void>(width: 2) { group in
      for _ in 0..<others { try group.add(BlockOperation { ran.enter() }) }
      try group.add(cancelled)
    }
    group.start()
    #expect(await holds(within: .seconds(20)) { group.tally.succeeded == others })
    cancelled.cancel()
    await expectEnd(of: group)
    #expect(group.tally == GroupTally(succeeded: others, cancelled: 1))
    #expect(!dependency.isFinished && ran.total == others)
  }

  @Test(
    "A plain child that waits for a slot and is cancelled by itself ends without its body",
    arguments: [10, 300])
  func cancelledBehindSlot(others: Int) async throws {
    let (gate, begun, ran) = (Gate(), Gate(), ConcurrencyGauge())
    let cancelled = BlockOperation { Issue.record("the cancelled child ran") }
    let group = GroupOperation<Void>(width: 1) { group in
      try group.add(
        AsyncOperation {
          begun.open()
          try await gate.pass()
        })
      for number in 0..<others {
        if number == others / 2 { try group.add(cancelled) }
        try group.add(BlockOperation { ran.enter() })
      }
    }
    group.start()
    try await begun.pass()
    cancelled.cancel()
    gate.open()
    await expectEnd(of: group)
    #expect(group.tally == GroupTally(succeeded: others + 1, cancelled: 1))
    #expect(ran.total == others)
  }
}
