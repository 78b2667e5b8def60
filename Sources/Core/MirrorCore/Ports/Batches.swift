/// Rows in batches: each is read when the one before it is done with, after the last row of that one. A cancelled task
/// ends them with an error before the next batch.
package struct Batches<Row: Sendable, Key: Sendable>: AsyncSequence, AsyncIteratorProtocol {
  private var last: Key
  private let key: @Sendable (Row) -> Key
  private let read: @Sendable (_ after: Key) async throws -> [Row]

  /// - Parameters:
  ///   - start: Before the first row.
  ///   - key: That of a row, after which others come.
  ///   - read: The rows after one, as many as a batch has; none at the end.
  package init(
    after start: Key, by key: @escaping @Sendable (Row) -> Key,
    _ read: @escaping @Sendable (_ after: Key) async throws -> [Row]
  ) {
    (last, self.key, self.read) = (start, key, read)
  }

  package mutating func next() async throws -> [Row]? {
    try Task.checkCancellation()
    let rows = try await read(last)
    guard let end = rows.last else { return nil }
    last = key(end)
    return rows
  }

  package func makeAsyncIterator() -> Self { self }
}
