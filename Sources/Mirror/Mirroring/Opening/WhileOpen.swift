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
