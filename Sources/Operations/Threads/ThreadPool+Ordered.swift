extension ThreadPool {
  /// Passes the result of `transform` for each item to `body`, in the order of `items`, each as soon as it
  /// and those before it are available. `transform` runs on the threads and may block.
  ///
  /// If the task is cancelled, no further item is begun; the results of begun items are passed on.
  package func forEachOrdered<Item: Sendable, Result: Sendable>(
    of items: [Item], _ transform: @escaping @Sendable (Item) -> Result, _ body: (Result) -> Void
  ) async {
    await withTaskGroup(of: (Int, Result?).self) { group in
      var results: [Int: Result] = [:]
      var next = 0
      func take(_ index: Int, _ result: Result?) {
        results[index] = result
        while let result = results.removeValue(forKey: next) {
          body(result)
          next += 1
        }
      }
      for (index, item) in items.enumerated() {
        // Twice as many as there are threads, so that no thread waits for `body`.
        if index >= 2 * width, let (ended, result) = await group.next() { take(ended, result) }
        if Task.isCancelled { break }
        group.addTask(executorPreference: self) {
          (index, Task.isCancelled ? nil : transform(item))
        }
      }
      for await (ended, result) in group { take(ended, result) }
      // Results after a skipped item, if one thread saw the cancellation before another.
      for index in results.keys.sorted() { results[index].map(body) }
    }
  }
}
