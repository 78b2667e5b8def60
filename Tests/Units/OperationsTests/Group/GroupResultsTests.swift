import Operations
import OperationsTesting
import Testing

@Suite("Results of a group as a sequence", .timeLimit(.minutes(15)))
struct GroupResultsTests {
  @Test("The outcomes of all inputs arrive, whatever their order")
  func all() async throws {
    var values: [Int] = []
    var failures = 0
    let results = GroupOperation.results(of: 0..<100, width: 4) { number in
      AsyncOperation<Int> {
        if number.isMultiple(of: 10) { throw Broken(number: number) }
        return number
      }
    }
    for try await outcome in results {
      if let value = outcome.value { values.append(value) }
      if outcome.failure != nil { failures += 1 }
    }
    #expect(values.sorted() == (0..<100).filter { !$0.isMultiple(of: 10) })
    #expect(failures == 10)
  }

  @Test("No more children are made than twice the width while nobody reads")
  func unread() async throws {
    let made = ConcurrencyGauge()
    let results = GroupOperation.results(of: 0..<1_000, width: 3) { number in
      made.enter()
      return AsyncOperation { number }
    }
    var outcomes = results.makeAsyncIterator()
    #expect(await holds(within: .seconds(20)) { made.total == 6 })
    for _ in 0..<200 { await Task.yield() }
    #expect(made.total == 6)
    var count = 0
    while try await outcomes.next() != nil { count += 1 }
    #expect(count == 1_000)
  }

  @Test("With the policy stop the iteration throws the first failure")
  func stopped() async {
    let results = GroupOperation.results(of: 0..<10, width: 1, policy: .stop) { number in
      AsyncOperation<Int> {
        if number == 3 { throw Broken(number: 3) }
        return number
      }
    }
    await #expect(throws: Broken(number: 3)) { for try await _ in results {} }
  }

  @Test("An asynchronous sequence that fails makes the iteration throw its error")
  func failedInputs() async {
    let inputs = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Broken(number: 7))
    }
    let results = GroupOperation.results(of: inputs, width: 2) { number in
      AsyncOperation { number }
    }
    await #expect(throws: Broken(number: 7)) { for try await _ in results {} }
  }

  @Test("Leaving the iteration cancels the children that run")
  func left() async throws {
    let (cancelled, begun) = (ConcurrencyGauge(), Gate())
    let results = GroupOperation.results(of: 0..<10, width: 2) { number in
      AsyncOperation<Int> {
        guard number > 0 else {
          try await begun.pass()
          return number
        }
        begun.open()
        try await withTaskCancellationHandler {
          try await Gate().pass()
        } onCancel: {
          cancelled.enter()
        }
        return number
      }
    }
    try await first(of: results)
    #expect(await holds(within: .seconds(20)) { cancelled.total > 0 })
  }

  private func first(of results: GroupResults<Int>) async throws {
    for try await outcome in results where outcome.value == 0 { break }
  }

  @Test("The events of an operation are a sequence that ends with the operation")
  func events() async throws {
    let group = GroupOperation.sequence([AsyncOperation {}, AsyncOperation {}])
    let events = group.events
    group.start()
    var labels: [String] = []
    for await event in events { labels.append(event.label) }
    #expect(labels == ["started", "progressed", "progressed", "willFinish", "finished"])
    for await _ in group.events { Issue.record("an operation that is over has no events") }
  }
}
