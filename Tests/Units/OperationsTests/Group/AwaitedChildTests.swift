import Operations
import OperationsTesting
import Testing

/// Bodies that wait for a child which was added, and waits in line for the slot that the body holds.
@Suite("Awaited children", .timeLimit(.minutes(15)))
struct AwaitedChildTests {
  @Test("A body may wait for a child that it added to the group whose slot it holds")
  func value() async throws {
    let recorder = EventRecorder<String>()
    let group = GroupOperation<Int>(width: 1) { group in
      let outer = AsyncOperation {
        let child = AsyncOperation {
          recorder.record("child")
          return 5
        }
        try group.add(child)
        let value = try await child.value
        recorder.record("outer")
        return value
      }
      try group.add(outer)
      try group.add(AsyncOperation { recorder.record("next") })
      return try await outer.value
    }
    group.start()
    await expectEnd(of: group)
    #expect(group.settledOutcome?.value == 5)
    #expect(recorder.events == ["child", "outer", "next"])
  }

  @Test("Bodies that hold all slots may each wait for the outcome of a child behind them")
  func outcomes() async throws {
    let gauge = ConcurrencyGauge()
    let group = GroupOperation<[Int]>(width: 2, policy: .continue) { group in
      let bodies = (0..<6).map { number in
        AsyncOperation {
          let child = AsyncOperation<Void> {
            await gauge.measure { await Task.yield() }
            throw Broken(number: number)
          }
          try group.add(child)
          return (await child.outcome.failure as? Broken)?.number ?? -1
        }
      }
      for body in bodies { try group.add(body) }
      var numbers: [Int] = []
      for body in bodies { numbers.append(try await body.value) }
      return numbers
    }
    group.start()
    await expectEnd(of: group)
    #expect(group.settledOutcome?.value == Array(0..<6))
    #expect(gauge.peak <= 2)
  }

  @Test("A body may wait for a child of a group around that is added to it, from any depth")
  func fromBelow() async throws {
    let group = GroupOperation<Int>(width: 1) { group in
      try await group.run(
        GroupOperation<Int>(width: 1) { inner in
          try await inner.run(
            AsyncOperation {
              let child = AsyncOperation { 5 }
              try group.add(child)
              return await child.outcome.value ?? 0
            })
        })
    }
    group.start()
    await expectEnd(of: group)
    #expect(group.settledOutcome?.value == 5)
  }

  @Test("A child that a body outside of the group's slots runs waits in line like an added one")
  func fromElsewhere() async throws {
    let recorder = EventRecorder<Int>()
    let group = GroupOperation<Void>(width: 1) { group in
      for number in 0..<5 { try group.add(AsyncOperation { recorder.record(number) }) }
      try await group.run(AsyncOperation { recorder.record(5) })
      try group.add(AsyncOperation { recorder.record(6) })
    }
    try await group.run()
    #expect(recorder.events == Array(0...6))
  }
}
