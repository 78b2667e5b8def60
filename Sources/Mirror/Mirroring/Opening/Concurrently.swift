extension Array where Element: Sendable {
  /// The results of an asynchronous function for all elements, in their order; so many run at once, in child tasks.
  /// - Throws: The first error of `body`, after which the other calls are cancelled.
  func mapConcurrently<Result: Sendable>(
    width: Int, _ body: @escaping @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results: [Int: Result] = [:]
      for (index, element) in enumerated() {
        if index >= width, let (ended, result) = try await group.next() {
          results[ended] = result
        }
        group.addTask { (index, try await body(element)) }
      }
      for try await (index, result) in group { results[index] = result }
      return indices.compactMap { results[$0] }
    }
  }
}
