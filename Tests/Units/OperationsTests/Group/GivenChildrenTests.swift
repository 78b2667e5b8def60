import Operations
import OperationsTesting
import Testing

/// Groups of given children of which some have ended before.
@Suite("Children that have ended before", .timeLimit(.minutes(15)))
struct GivenChildrenTests {
  private func failed() async -> AsyncOperation<Int> {
    let failed = AsyncOperation<Int> { throw Broken(number: 7) }
    _ = try? await failed.run()
    return failed
  }

  @Test("With the policy stop, a group of a child that failed before fails with its error")
  func stops() async {
    for isSequence in [false, true] {
      for position in 0..<3 {
        var children = (0..<2).map { number in AsyncOperation { number } }
        children.insert(await failed(), at: position)
        let group =
          isSequence
          ? GroupOperation.sequence(children) : GroupOperation.parallel(children, width: 2)
        let outcome = await Outcome { try await group.run() }
        #expect(outcome.failure as? Broken == Broken(number: 7))
        #expect(children.allSatisfy { $0.isFinished })
      }
    }
  }

  @Test("With the policy continue, its outcome is among those of the others")
  func goesOn() async throws {
    let children = [AsyncOperation { 1 }, await failed(), AsyncOperation { 3 }]
    let outcomes = try await GroupOperation.parallel(children, policy: .continue).run()
    #expect(outcomes == [.value(1), .failure(Broken(number: 7)), .value(3)])
  }

  @Test("Children that succeeded, or were cancelled, before are no failures of a group")
  func noFailures() async throws {
    let (ended, cancelled) = (AsyncOperation { 1 }, AsyncOperation { 2 })
    _ = try await ended.run()
    cancelled.cancel()
    cancelled.start()
    #expect(await cancelled.outcome == .cancelled)
    let outcomes = try await GroupOperation.parallel([ended, cancelled, AsyncOperation { 3 }]).run()
    #expect(outcomes == [.value(1), .cancelled, .value(3)])
  }
}
