import Foundation
import Locking
import Operations
import OperationsTesting
import Testing

/// Stands in for a framework that reports to a delegate, on its own thread.
private protocol LocatorDelegate: AnyObject, Sendable {
  func locatorDidFind(_ place: String)
  func locatorDidFail(_ error: any Error)
}

private final class Locator: Sendable {
  let began = Gate()
  let stops = ConcurrencyGauge()
  private let delegate = Locked<(any LocatorDelegate)?>(nil)

  func start(for delegate: any LocatorDelegate) {
    self.delegate.withLock { $0 = delegate }
    began.open()
  }

  func find(_ place: String) { delegate.withLock { $0 }?.locatorDidFind(place) }
  func fail(_ error: any Error) { delegate.withLock { $0 }?.locatorDidFail(error) }

  func stop() {
    stops.enter()
    delegate.withLock { $0 = nil }
  }
}

/// The minimum that a subclass over a delegate must define.
private final class Locate: AsyncOperation<String>, LocatorDelegate, @unchecked Sendable {
  let locator: Locator

  init(_ locator: Locator) { self.locator = locator }

  override func perform() async throws -> String {
    locator.start(for: self)
    defer { locator.stop() }
    return try await waitUntilSettled()
  }

  func locatorDidFind(_ place: String) { settle(.value(place)) }
  func locatorDidFail(_ error: any Error) { settle(.failure(error)) }
}

/// The minimum that a subclass of a group must define.
private final class Sum: GroupOperation<Int>, @unchecked Sendable {
  let numbers: [Int]

  init(_ numbers: [Int]) { self.numbers = numbers }

  override func perform() async throws -> Int {
    var sum = 0
    for number in numbers { sum += try await run(AsyncOperation { number }) }
    return sum
  }
}

@Suite("Subclasses")
struct SubclassTests {
  @Test("A delegate's callback settles a subclass, which cleans up before it finishes")
  func settledByDelegate() async throws {
    let locator = Locator()
    let locate = Locate(locator)
    locate.start()
    try await locator.began.pass()
    locator.find("Lisbon")
    locator.fail(Broken())
    #expect(try await locate.value == "Lisbon")
    #expect(locator.stops.total == 1)
  }

  @Test("A delegate's error fails the subclass")
  func failedByDelegate() async throws {
    let locator = Locator()
    let locate = Locate(locator)
    locate.start()
    try await locator.began.pass()
    locator.fail(Broken(number: 1))
    #expect(await locate.outcome == .failure(Broken(number: 1)))
    #expect(locator.stops.total == 1)
  }

  @Test("A cancellation ends the wait of a subclass, in a queue and in a group")
  func cancelled() async throws {
    for inGroup in [false, true] {
      let locator = Locator()
      let locate = Locate(locator)
      let group = GroupOperation<Void>()
      if inGroup {
        try group.add(locate)
        group.start()
      } else {
        locate.start()
      }
      try await locator.began.pass()
      locate.cancel()
      #expect(await locate.outcome == .cancelled)
      #expect(locator.stops.total == 1)
      if inGroup { try await group.value }
    }
  }

  @Test("A subclass of a group defines only its body")
  func group() async throws {
    #expect(try await Sum([1, 2, 3]).run() == 6)
  }

  @Test("An operation of Void without a body succeeds")
  func withoutBody() async throws {
    try await AsyncOperation<Void>().run()
    try await GroupOperation<Void>().run()
    let child = AsyncOperation { 1 }
    let group = GroupOperation<Void>()
    try group.add(child)
    try await group.run()
    #expect(child.settledOutcome == .value(1))
  }
}
