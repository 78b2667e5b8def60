import Foundation
import LocalFiles
import Locking
import MirrorCore
import StrictStore
import TestSupport
import Testing

@testable import ObjectStorage

@Suite("Lists of a store")
struct StoreListingTests {
  @Test(
    "Keys that do not ascend strictly, or not from the key before, are found",
    arguments: [
      ([], nil, true), ([], "b", true), (["a"], nil, true), (["a", "b"], nil, true),
      (["a", "a"], nil, false), (["b", "a"], nil, false), (["a", "c", "b"], nil, false),
      (["c"], "b", true), (["b"], "b", false), (["a"], "b", false), (["c", "d"], "b", true),
      // In the order of UTF-8's bytes, and not of text.
      (["Z", "a", "é", "\u{FFFD}", "😀"], nil, true), (["é", "e\u{301}"], nil, false),
    ] as [([String], String?, Bool)])
  func order(keys: [String], last: String?, isAscending: Bool) {
    #expect(StoreListing.isAscending(keys, after: last) == isAscending)
  }

  private static func list(_ keys: [String], next: String?) -> [UInt8] {
    let contents = keys.map { "<Contents><Key>a/mirror/\($0)</Key><Size>1</Size></Contents>" }
    let end = next.map {
      "<IsTruncated>true</IsTruncated><NextContinuationToken>\($0)</NextContinuationToken>"
    }
    return Array(
      "<ListBucketResult>\(contents.joined())\(end ?? "")</ListBucketResult>".utf8)
  }

  /// Each kind of list that goes through all its parts, by the part of the request that it fails on.
  private static let lists: [(String, @Sendable (MirrorFiles) async throws -> Void)] = [
    ("photos", { try await $0.place.list(PlaceList()) { _ in true } }),
    ("set-aside", { try await $0.forEachAside { _ in } }),
    ("trash", { _ = try await $0.trash(after: nil, limit: 100) }),
    ("trash", { _ = try await $0.trash(after: ".photomirror/trash/2024/z", limit: 100) }),
    (
      "neighbours",
      { _ = try await $0.place.facts(of: ["o/a.jpg", "o/b.jpg", "o/c.jpg"], .listed) }
    ),
  ]

  private static func failure(of body: () async throws -> Void) async -> StorageError? {
    do { try await body() } catch { return error as? StorageError }
    return nil
  }

  @Test(
    "Every list with keys in no order, within a part or between parts, ends with an error that names the store",
    arguments: lists.indices)
  func disorder(index: Int) async throws {
    for parts in [[["o/y", "o/x"]], [["o/x", "o/x"]], [["o/x"], ["o/x"]], [["o/y"], ["o/x"]]] {
      let bench = try await StoreBench()
      for (number, keys) in parts.enumerated() {
        bench.store.fail("GET", "list-type") { [.ok(Self.list(keys, next: "token\(number)"))] }
      }
      let error = await Self.failure { try await Self.lists[index].1(bench.destination) }
      let message = error?.error.message ?? ""
      // Of a few neighbours only the first part is needed.
      let isShort = Self.lists[index].0 == "neighbours" && parts.count > 1
      let isRefused = message.contains("in no order") && message.contains("photos")
      #expect(isRefused != isShort, "\(parts) \(message)")
      await bench.close()
    }
  }

  @Test(
    "Where the next part of a list begins is what the store says, or its last key",
    arguments: [
      ("<IsTruncated>false</IsTruncated>", 2, nil), ("", 2, nil),
      (
        "<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>", 2,
        .token("t")
      ),
      ("<NextContinuationToken>t</NextContinuationToken>", 2, .token("t")),
      ("<IsTruncated>true</IsTruncated><NextMarker>a/mirror/y</NextMarker>", 2, .key("a/mirror/y")),
      ("<IsTruncated> True</IsTruncated>", 2, .key("a/mirror/y")),
      (
        "<IsTruncated>true</IsTruncated><NextContinuationToken></NextContinuationToken>", 2,
        .key("a/mirror/y")
      ),
      // A full part that does not say whether it is the last one.
      ("", 3, .key("a/mirror/z")),
    ] as [(String, Int, StoreClient.Place?)])
  func place(words: String, count: Int, next: StoreClient.Place?) throws {
    let location = try #require(BucketAddress("s3://photos/a/mirror"))
    let contents = ["x", "y", "z"].prefix(count).map {
      "<Contents><Key>a/mirror/\($0)</Key><Size>1</Size></Contents>"
    }
    let body = "<ListBucketResult>\(words)\(contents.joined())</ListBucketResult>"
    let part = try #require(StoreClient.ListPart(Array(body.utf8), in: location, limit: 3))
    #expect(part.next == next && part.objects.count == count)
  }

  @Test("A list that goes on after no key is refused")
  func nowhere() throws {
    let location = try #require(BucketAddress("s3://photos/a/mirror"))
    let body = "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"
    #expect(StoreClient.ListPart(Array(body.utf8), in: location, limit: 3) == nil)
  }

  @Test(
    "A store that answers lists of the first version shows all its objects, with or without its next marker"
  )
  func firstVersion() async throws {
    for hasMarker in [true, false] {
      let bench = try await StoreBench(isProbed: false)
      bench.store.state.withLock { state in
        state.lists = hasMarker ? .firstWithMarker : .firstWithoutMarker
        for number in 1...2500 {
          state.objects["a/mirror/o/\(number + 1000).jpg"] = .init(bytes: [1], headers: [:])
        }
      }
      let counts = Locked(0)
      try await bench.destination.place.list(PlaceList()) { part in
        counts.withLock { $0 += part.count }
        return true
      }
      #expect(counts.withLock(\.self) == 2500)
      await bench.close()
    }
  }
}
