import Foundation
import Operations
import OperationsTesting
import Testing

private func fetchTitle() async throws -> String { "Lisbon" }

/// Stands in for a system framework that reports to a delegate.
private protocol LocatorDelegate: AnyObject, Sendable {
  func locator(_ locator: Locator, didFind place: Place)
  func locator(_ locator: Locator, didFail error: any Error)
}

private struct Place: Sendable, Equatable { var name: String }

private final class Locator: Sendable {
  private let delegate: any LocatorDelegate
  init(delegate: any LocatorDelegate) { self.delegate = delegate }
  func start() { delegate.locator(self, didFind: Place(name: "Lisbon")) }
  func stop() {}
}

private final class Locate: AsyncOperation<Place>, LocatorDelegate, @unchecked Sendable {
  override func perform() async throws -> Place {
    let locator = Locator(delegate: self)
    locator.start()
    defer { locator.stop() }
    return try await waitUntilSettled()
  }

  func locator(_ locator: Locator, didFind place: Place) { settle(.value(place)) }
  func locator(_ locator: Locator, didFail error: any Error) { settle(.failure(error)) }
}

@Suite("The guide's first page")
struct GuideBasics {
  @Test("The guide's example of an operation in a queue gives its value")
  func first() async throws {
    let queue = OperationQueue()
    let title = AsyncOperation { try await fetchTitle() }
    queue.addOperation(title)
    print(try await title.value)
    #expect(await title.outcome == .value("Lisbon"))
  }

  @Test("The guide's example of a subclass is settled by a delegate's callbacks")
  func delegate() async throws {
    #expect(try await Locate().run() == Place(name: "Lisbon"))
  }

  @Test("The guide's example of an observer receives the end and its time")
  func events() async throws {
    let operation = AsyncOperation { try await fetchTitle() }
    operation.observe { event in
      if case .finished(let duration) = event { print("done after \(duration)") }
    }
    operation.start()
    #expect(try await operation.value == "Lisbon")
  }
}
