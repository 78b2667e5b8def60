import Operations
import OperationsTesting
import Testing

@Suite("Events as a sequence")
struct EventSequenceTests {
  @Test("An event sequence gives all events in order, and ends with the operation")
  func all() async throws {
    let operation = AsyncOperation { 1 }
    let events = operation.events
    operation.start()
    var labels: [String] = []
    for await event in events { labels.append(event.label) }
    #expect(labels == ["started", "willFinish", "finished"])
    #expect(operation.isFinished)
  }

  @Test("Each use of an operation's events is a sequence of its own")
  func several() async throws {
    let operation = AsyncOperation { 1 }
    let (first, second) = (operation.events, operation.events)
    _ = try await operation.run()
    for events in [first, second] {
      #expect(await events.reduce(0) { count, _ in count + 1 } == 3)
    }
  }

  @Test("The event sequence of a finished operation is empty")
  func over() async throws {
    let operation = AsyncOperation { 1 }
    _ = try await operation.run()
    #expect(await operation.events.first { _ in true } == nil)
  }

  @Test("An event sequence that is requested at any moment ends, even while the operation ends")
  func race() async throws {
    for _ in 0..<500 {
      let operation = AsyncOperation {}
      operation.start()
      for await _ in operation.events {}
      try await operation.value
    }
  }
}
