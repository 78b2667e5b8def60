import Foundation
import Operations
import OperationsTesting
import Testing

/// The priorities of children, and of operations that others wait for.
@Suite("Priorities of children", .timeLimit(.minutes(15)))
struct ChildPriorityTests {
  /// A child that records the priority at which it runs.
  private static func child(
    _ quality: QualityOfService, _ recorder: EventRecorder<TaskPriority>
  ) -> AsyncOperation<Void> {
    let child = AsyncOperation { recorder.record(Task.currentPriority) }
    child.qualityOfService = quality
    return child
  }

  private static let qualities = [
    QualityOfService.background, .default, .userInitiated, .default, .default, .utility, .default,
    .background, .background, .default,
  ]

  /// The priorities of the children above in a group of priority `high`.
  private static let priorities = [
    TaskPriority.background, .high, .high, .high, .high, .utility, .high, .background, .background,
    .high,
  ]

  @Test(
    "A child without a quality of service has the group's priority, whatever the one before had")
  func added() async throws {
    let recorder = EventRecorder<TaskPriority>()
    let group = GroupOperation<Void>(width: 1) { group in
      for quality in Self.qualities { try group.add(Self.child(quality, recorder)) }
    }
    group.qualityOfService = .userInitiated
    group.start()
    #expect(await holds { recorder.events.count == Self.qualities.count })
    #expect(recorder.events == Self.priorities)
    try await group.value
  }

  @Test("A child that is made of an input has the group's priority unless it has a quality")
  func made() async throws {
    let recorder = EventRecorder<TaskPriority>()
    let inputs = Self.qualities
    let stream = AsyncStream { continuation in
      for quality in inputs { continuation.yield(quality) }
      continuation.finish()
    }
    let groups: [TaskOperation] = [
      GroupOperation.forEach(inputs, width: 1) { Self.child($0, recorder) },
      GroupOperation.over(inputs, width: 1) { Self.child($0, recorder) },
      GroupOperation.forEach(stream, width: 1) { Self.child($0, recorder) },
    ]
    for (number, group) in groups.enumerated() {
      group.qualityOfService = .userInitiated
      group.start()
      #expect(await ends(group))
      let events = recorder.events.dropFirst(number * inputs.count)
      #expect(Array(events) == Self.priorities)
    }
  }

  /// How a task of high priority waits.
  enum Wait: CaseIterable {
    case value, outcome, run

    func callAsFunction(for operation: AsyncOperation<Bool>) async throws -> Bool {
      switch self {
      case .value: try await operation.value
      case .outcome: try await operation.outcome.get()
      case .run: try await operation.run()
      }
    }
  }

  @Test("A task of high priority raises the operation that it waits for", arguments: Wait.allCases)
  func raised(by wait: Wait) async throws {
    let operation = AsyncOperation { await isRaised(to: .high) }
    operation.qualityOfService = .background
    if wait != .run { operation.start() }
    let waiting = Task.detached(priority: .high) { try await wait(for: operation) }
    #expect(try await waiting.value)
  }

  @Test("A task of high priority raises the child, and the group around it, that it waits for")
  func raisedChildren() async throws {
    let (gate, begun) = (Gate(), Gate())
    let waitsInLine = AsyncOperation { await isRaised(to: .high) }
    let runs = AsyncOperation {
      begun.open()
      try await gate.pass()
      return await isRaised(to: .high)
    }
    let group = GroupOperation<Bool>(width: 1) { group in
      for child in [runs, waitsInLine] {
        child.qualityOfService = .background
        try group.add(child)
      }
      return await isRaised(to: .high)
    }
    group.qualityOfService = .background
    group.start()
    try await begun.pass()
    let waiting = [runs, waitsInLine, group].map { operation in
      Task(executorPreference: HereExecutor(), priority: .high) { try await operation.value }
    }
    gate.open()
    for task in waiting { #expect(try await task.value) }
  }
}
