/// Calls `body`, then `close`, also if `body` throws.
func whileOpen<Result>(
  _ body: () async throws -> Result, close: () async -> Void
) async throws -> Result {
  do {
    let result = try await body()
    await close()
    return result
  } catch {
    await close()
    throw error
  }
}

/// Calls `body` while others run in tasks of their own, which a cancelled caller does not cancel. When `body` ends, they
/// are cancelled and awaited.
func whileRunning<Result>(
  _ others: [@Sendable () async -> Void], _ body: () async throws -> Result
) async rethrows -> Result {
  let tasks = others.map { other in Task { await other() } }
  func end() async {
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
  let result: Result
  do { result = try await body() } catch {
    await end()
    throw error
  }
  await end()
  return result
}
