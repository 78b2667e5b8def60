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
    let next: String?
  }

  /// - Parameters:
  ///   - prefix: Of the keys.
  ///   - start: Only keys after this one; nil for all.
  ///   - continuation: Of the part before; nil for the first.
  func list(
    prefix: String, after start: String? = nil, continuation: String? = nil, limit: Int = 1000
  ) async throws(StoreError) -> ListPart {
    let whole = prefix.isEmpty && location.prefix.isEmpty ? "" : location.absolute(prefix)
    var query = [
      QueryItem("list-type", "2"), QueryItem("prefix", whole), QueryItem("encoding-type", "url"),
      QueryItem("max-keys", "\(limit)"),
    ]
    if let start { query.append(QueryItem("start-after", location.absolute(start))) }
    if let continuation { query.append(QueryItem("continuation-token", continuation)) }
    let answer = try await answer(to: StoreRequest(.get, nil, query: query))
    let part = await pool.run { [location] in ListPart(answer.body, in: location) }
    guard let part, part.next != continuation || part.next == nil else {
      throw StoreError(.other, "the store's list of objects cannot be read")
    }
    return part
  }
}

extension StoreClient.ListPart {
  /// Blocks; nil if it is no list.
  init?(_ body: [UInt8], in location: StoreLocation) {
    guard let root = AnswerDocument(body)?.root, root.name == "ListBucketResult" else { return nil }
    let isEncoded = root["EncodingType"] == "url"
    let base = location.prefix.isEmpty ? "" : location.prefix + "/"
    objects = root.all("Contents").compactMap { entry in
      guard let text = entry["Key"], let size = entry["Size"].flatMap({ Int64($0) }) else {
        return nil
      }
      // As in forms: a plus sign is a space.
      let key = isEncoded ? text.replacing("+", with: " ").removingPercentEncoding ?? text : text
      guard key.hasPrefix(base) else { return nil }
      return StoreClient.Listed(
        key: String(key.dropFirst(base.count)), size: size,
        modifiedAt: entry["LastModified"].flatMap(Self.seconds))
    }
    next = root["IsTruncated"] == "true" ? root["NextContinuationToken"] : nil
  }

  /// ISO 8601 in UTC, with any fraction of a second.
  private static func seconds(_ text: String) -> Int64? {
    let whole = text.prefix { $0 != "." && $0 != "Z" } + "Z"
    return (try? Date(String(whole), strategy: .iso8601)).map { Int64($0.timeIntervalSince1970) }
  }
}
