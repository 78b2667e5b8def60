import Operations
import OperationsTesting
import Testing

/// Progress that is reported faster than an observer reads it.
@Suite("Slow observers", .timeLimit(.minutes(15)))
struct SlowObserverTests {
  @Test("Few events wait for a slow observer, the latest progress among them, in order")
  func coalesced() async throws {
    let (executor, recorder) = (HeldExecutor(), EventRecorder<OperationEvent>())
    let operation = Reporting(times: 20_000)
    operation.observe(on: executor) { recorder.record($0) }
    executor.close()
    operation.start()
    #expect(await holds { operation.hasReported })
    executor.open()
    try await operation.value
    #expect(await holds { recorder.events.last?.isFinish == true })
    let progress = recorder.events.compactMap(\.completed)
    #expect(progress.last == 20_000)
    #expect(progress == progress.sorted())
    #expect(recorder.events.count < 100)
    let rest = recorder.events.filter { $0.completed == nil }
    #expect(rest.count == 3, "started, will finish, finished")
    #expect(recorder.events.suffix(3).first?.completed == 20_000)
  }

  @Test("A slow observer takes no event from one that reads at once")
  func other() async throws {
    let (executor, recorder) = (HeldExecutor(), EventRecorder<Int>())
    let operation = Reporting(times: 1_000)
    operation.observe(on: executor) { _ in }
    operation.observe { if let completed = $0.completed { recorder.record(completed) } }
    executor.close()
    operation.start()
    #expect(await holds { operation.hasReported })
    executor.open()
    try await operation.value
    #expect(recorder.events == Array(1...1_000))
  }
}

/// Reports its progress many times without a pause.
private final class Reporting: AsyncOperation<Void>, @unchecked Sendable {
  private let times: Int
  private let gauge = ConcurrencyGauge()

  var hasReported: Bool { gauge.total > 0 }

  init(times: Int) {
    self.times = times
    super.init()
  }

  override func perform() async throws {
    for number in 1...times { report(completed: number, of: times) }
    gauge.enter()
  }
}

extension OperationEvent {
  fileprivate var completed: Int? {
    guard case .progressed(let completed, _) = self else { return nil }
    return completed
  }

  fileprivate var isFinish: Bool {
    guard case .finished = self else { return false }
    return true
  }
}
