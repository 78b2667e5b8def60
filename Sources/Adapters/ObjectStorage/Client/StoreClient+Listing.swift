import Foundation
import MirrorCore
import Transfer

/// Lists of keys.
extension StoreClient {
  /// An object of a list. Keys are relative to the prefix.
  struct Listed: Sendable, Hashable {
    let key: String
    let size: Int64
    /// When it was stored, seconds since 1970; nil if the store does not say it.
    var modifiedAt: Int64?
  }

  /// A part of a list, in the order of the keys' bytes.
  struct ListPart: Sendable {
    let objects: [Listed]
    /// Where the next part begins; nil at the end.
    let next: Place?
  }

  /// Where a part of a list begins.
  enum Place: Sendable, Hashable {
    /// Where the store says.
    case token(String)
    /// After a key, as the store has it: it answers lists of another version, which have no such word.
    case key(String)
  }

  /// - Parameters:
  ///   - prefix: Of the keys.
  ///   - start: Only keys after this one; nil for all.
  ///   - continuation: Of the part before; nil for the first.
  func list(
    prefix: String, after start: String? = nil, continuation: Place? = nil, limit: Int = 1000
  ) async throws(StoreError) -> ListPart {
    let whole = prefix.isEmpty && location.prefix.isEmpty ? "" : location.absolute(prefix)
    var query = [
      QueryItem("list-type", "2"), QueryItem("prefix", whole), QueryItem("encoding-type", "url"),
      QueryItem("max-keys", "\(limit)"),
    ]
    switch continuation ?? start.map({ .key(location.absolute($0)) }) {
    case .token(let token): query.append(QueryItem("continuation-token", token))
    // Also in the word of the first version: a store that ignores the other parameters knows it
    // (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html).
    case .key(let key): query += [QueryItem("start-after", key), QueryItem("marker", key)]
    case nil: break
    }
    let answer = try await answer(to: StoreRequest(.get, nil, query: query))
    let part = await pool.run { [location] in
      ListPart(answer.body, in: location, limit: limit)
    }
    guard let part, part.next != continuation || part.next == nil else {
      throw StoreError(.other, "the store's list of objects cannot be read")
    }
    return part
  }
}

extension StoreClient.ListPart {
  /// Blocks; nil if it is no list, or one that goes on nobody knows where.
  init?(_ body: [UInt8], in location: BucketAddress, limit: Int) {
    guard let root = AnswerDocument(body)?.root, root.name == "ListBucketResult" else { return nil }
    let isEncoded = root["EncodingType"] == "url"
    let base = location.prefix.isEmpty ? "" : location.prefix + "/"
    // As in forms: a plus sign is a space.
    let entries = root.all("Contents").map { entry in
      (entry, key: entry["Key"].map { isEncoded ? $0.replacing("+", with: " ").unescaped : $0 })
    }
    objects = entries.compactMap { entry, key in
      guard let key, let size = entry["Size"].flatMap({ Int64($0) }), key.hasPrefix(base) else {
        return nil
      }
      return StoreClient.Listed(
        key: String(key.dropFirst(base.count)), size: size,
        modifiedAt: entry["LastModified"].flatMap(Self.seconds))
    }
    switch Self.next(root, last: entries.last?.key, isFull: entries.count >= limit) {
    case .end: next = nil
    case .at(let place): next = place
    case .nowhere: return nil
    }
  }

  private enum Continuation {
    case end
    case at(StoreClient.Place)
    case nowhere
  }

  /// A list goes on where the store says so, after the last key if it does not say where, and after a full part if it does
  /// not say whether.
  private static func next(
    _ root: AnswerDocument.Element, last: String?, isFull: Bool
  ) -> Continuation {
    let token = root["NextContinuationToken"].flatMap { $0.isEmpty ? nil : $0 }
    let isTruncated = root["IsTruncated"]?.lowercased().contains("true")
    guard isTruncated ?? (token != nil || root["NextMarker"] != nil || isFull) else { return .end }
    if let token { return .at(.token(token)) }
    return last.map { .at(.key($0)) } ?? .nowhere
  }

  /// ISO 8601 in UTC, with any fraction of a second.
  private static func seconds(_ text: String) -> Int64? {
    let whole = text.prefix { $0 != "." && $0 != "Z" } + "Z"
    return (try? Date(String(whole), strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
  }
}

extension String {
  fileprivate var unescaped: String { removingPercentEncoding ?? self }
}
