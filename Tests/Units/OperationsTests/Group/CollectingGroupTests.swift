import Foundation
import Operations
import Testing

@Suite("Groups that collect the outcomes", .timeLimit(.minutes(15)))
struct CollectingGroupTests {
  @Test("If children failed, the group fails with the outcomes of all, in their order")
  func failed() async throws {
    let group = GroupOperation<Void>(width: 2, policy: .collect) { group in
      for number in 0..<6 {
        try group.add(
          AsyncOperation<Int> {
            if number.isMultiple(of: 2) { throw Broken(number: number) }
            return number
          })
      }
      try group.add(BlockOperation {})
    }
    let error = await #expect(throws: ChildrenFailed.self) { try await group.run() }
    let failed = try #require(error)
    #expect(failed.errors as? [Broken] == [0, 2, 4].map { Broken(number: $0) })
    #expect(failed.outcomes.map { $0.value as? Int } == [nil, 1, nil, 3, nil, 5, nil])
    #expect(failed.outcomes.last?.value is Void)
    #expect(group.tally == GroupTally(succeeded: 4, failed: 3))
    #expect(
      "\(failed)"
        == "3 of 7 failed: Broken(number: 0), Broken(number: 2), Broken(number: 4)")
  }

  @Test("A group over inputs runs all of them before it fails")
  func inputs() async throws {
    let group = GroupOperation.forEach(0..<100, width: 4, policy: .collect) { number in
      AsyncOperation<Int> {
        if number == 7 { throw Broken(number: number) }
        return number
      }
    }
    let error = await #expect(throws: ChildrenFailed.self) { try await group.run() }
    #expect(error?.errors as? [Broken] == [Broken(number: 7)])
    #expect(group.tally == GroupTally(succeeded: 99, failed: 1))
  }

  @Test("Without a failure the outcome is the body's, also if children were cancelled")
  func cancelled() async throws {
    let group = GroupOperation<Int>(policy: .collect) { group in
      let cancelled = AsyncOperation {}
      cancelled.cancel()
      try group.add(cancelled)
      return 5
    }
    #expect(try await group.run() == 5)
    #expect(group.tally == GroupTally(cancelled: 1))
  }

  @Test("The failure of a child that the body runs is the body's")
  func called() async throws {
    let group = GroupOperation<String>(policy: .collect) { group in
      do {
        return try await group.run(AsyncOperation<String> { throw Broken(number: 1) })
      } catch {
        return "caught"
      }
    }
    #expect(try await group.run() == "caught")
  }
}
