/// The requirements of an operation that must be met before its body runs.
struct OperationRequirements: Sendable {
  var conditions: [@Sendable () async throws -> Void] = []
  var exclusive: (exclusion: Exclusion, keys: Set<String>)?
  var timeOuts: [(limit: Duration, clock: any Clock<Duration>)] = []

  /// Runs `body` once all requirements are met.
  /// - Throws: If one of them is not met; the body has not run then.
  func within(_ operation: TaskOperation, _ body: () async -> Void) async throws {
    let watches = timeOuts.map { limit, clock in
      Task {
        try await clock.sleep(for: limit)
        _ = operation.end(as: .failed(TimedOut(limit: limit)))
      }
    }
    defer { for watch in watches { watch.cancel() } }
    guard let exclusive else { return try await meet(body) }
    try await exclusive.exclusion.withKeys(exclusive.keys) { try await meet(body) }
  }

  private func meet(_ body: () async -> Void) async throws {
    for condition in conditions { try await condition() }
    try Task.checkCancellation()
    await body()
  }
}
