/// The bodies used of late, at most a given number of bytes.
///
/// In two generations, so that every use costs the same: a body that is used moves to the young
/// one; when that holds half of the limit it becomes the old one, and what was old is dropped.
struct ByteCache<Key: Hashable> {
  let limit: Int
  private var young: [Key: [UInt8]] = [:]
  private var old: [Key: [UInt8]] = [:]
  private var youngBytes = 0

  init(limit: Int) { self.limit = limit }

  mutating func body(for key: Key) -> [UInt8]? {
    if let body = young[key] { return body }
    guard let body = old[key] else { return nil }
    insert(body, for: key)
    return body
  }

  /// Keeps a body, unless it is too large to be worth it.
  mutating func insert(_ body: [UInt8], for key: Key) {
    guard body.count <= limit / 4, young[key] == nil else { return }
    if youngBytes + body.count > limit / 2 {
      old = young
      young = [:]
      youngBytes = 0
    }
    young[key] = body
    youngBytes += body.count
  }
}
