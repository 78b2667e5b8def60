import Operations

extension ThreadPool {
  /// Applies `transform` to each item, as many at once as there are threads. Results are in the order of
  /// `items`.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ transform: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      for (index, item) in items.enumerated() {
        group.addTask { (index, await self.run { transform(item) }) }
      }
      var results = [Result?](repeating: nil, count: items.count)
      for await (index, result) in group { results[index] = result }
      return results.compactMap(\.self)
    }
  }
}
