/// All objects whose keys begin with a prefix, part by part, each key after the one before: a store that lists keys again,
/// or without an end, is an error.
struct StoreListing: Sendable {
  /// A part has up to a thousand keys: a billion.
  private static let mostParts = 1_000_000

  private let client: StoreClient
  private let prefix: String
  /// Where the list begins; nil for the first key.
  private let start: String?
  private var last: String?
  private var continuation: StoreClient.Place?
  private var parts = 0
  private(set) var isOver = false

  /// - Parameter start: Only keys after this one; nil for all.
  init(_ client: StoreClient, prefix: String, after start: String? = nil) {
    (self.client, self.prefix, self.start, last) = (client, prefix, start, start)
  }

  /// The next part, which may be empty; nil after the last.
  mutating func next() async throws(StoreError) -> [StoreClient.Listed]? {
    guard !isOver else { return nil }
    let part = try await client.list(
      prefix: prefix, after: continuation == nil ? start : nil, continuation: continuation)
    parts += 1
    guard parts <= Self.mostParts else {
      throw StoreError(.other, "the store's list of objects has no end")
    }
    guard Self.isAscending(part.objects.map(\.key), after: last) else {
      throw StoreError(.other, "the store lists its objects in no order, or again")
    }
    last = part.objects.last?.key ?? last
    continuation = part.next
    isOver = continuation == nil
    return part.objects
  }

  /// Whether each key comes after the one before, in the order of their bytes.
  static func isAscending(_ keys: [String], after last: String?) -> Bool {
    zip([last].compactMap(\.self) + keys, last == nil ? keys.dropFirst() : keys[...])
      .allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
