import MirrorCore
import Testing

@testable import Mirroring

@Suite("Which object store a mirror uses")
struct StoreDecisionTests {
  private static func store(_ record: String) -> StoreLocation? { StoreLocation(record: record) }

  /// Records of the catalog, of this call and of earlier ones, and the decision: a record, or a word and a record.
  private static let rows: [(recorded: String?, named: String?, known: [String], is: String)] = [
    (nil, nil, ["s3://abc"], "directory"),
    (nil, "s3://abc?lock=governance-3", [], "use s3://abc?lock=governance-3"),
    ("s3://abc", nil, [], "unknown s3://abc"),
    ("s3://abc", nil, ["s3://abd"], "unknown s3://abc"),
    ("webdavs://a@h/x", nil, ["webdavs://b@h/x"], "unknown webdavs://a@h/x"),
    ("webdav://h/x", nil, ["webdavs://h/x"], "unknown webdav://h/x"),
    ("webdavs://h/x", nil, ["webdavs://h/x"], "use webdavs://h/x"),
    (
      "webdav://h/x?clear-text=h", nil, ["webdav://h/x"], "unknown webdav://h/x?clear-text=h"
    ),
    ("webdav://h/x?clear-text=h", "webdav://h/x", [], "use webdav://h/x"),
    ("s3://abc?endpoint=http://h", nil, ["s3://abc"], "unknown s3://abc?endpoint=http://h"),
    ("s3://abc?region=x", nil, ["s3://abc?region=y"], "unknown s3://abc?region=x"),
    ("s3://abc", nil, ["s3://abd", "s3://abc"], "use s3://abc"),
    ("s3://abc", nil, ["s3://abc?lock=governance-3"], "use s3://abc"),
    ("s3://abc", "s3://abd", ["s3://abc", "s3://abd"], "other s3://abc s3://abd"),
    ("s3://abc?endpoint=http://h", "s3://abc", [], "use s3://abc"),
    ("s3://abc?lock=governance-3", nil, [], "unknown s3://abc?lock=governance-3"),
    ("s3://abc?lock=governance-3", nil, ["s3://abc"], "unlocked s3://abc governance-3"),
    ("s3://abc?lock=governance-3", "s3://abc", [], "unlocked s3://abc governance-3"),
    (
      "s3://abc?lock=compliance-3", "s3://abc", ["s3://abc?lock=governance-3"],
      "unlocked s3://abc compliance-3"
    ),
    (
      "s3://abc?lock=governance-4", nil, ["s3://abc?lock=governance-3"],
      "unlocked s3://abc governance-4"
    ),
    (
      "s3://abc?lock=governance-3", "s3://abc", ["s3://abd?lock=governance-3"],
      "unlocked s3://abc governance-3"
    ),
    (
      "s3://abc?lock=governance-3", "s3://abc?endpoint=http://h", ["s3://abc?lock=governance-3"],
      "use s3://abc?endpoint=http://h&lock=governance-3"
    ),
    (
      "s3://abc?lock=governance-3", nil, ["s3://abc?lock=governance-3"],
      "use s3://abc?lock=governance-3"
    ),
    (
      "s3://abc?lock=compliance-3", "s3://abc?lock=governance-4", [],
      "use s3://abc?lock=governance-4"
    ),
  ]

  @Test(
    "The user's word decides, now or before, and a catalog's record alone never", arguments: rows)
  func decided(recorded: String?, named: String?, known: [String], expected: String) {
    let decision = StoreDecision(
      recorded: recorded.flatMap(Self.store), named: named.flatMap(Self.store),
      known: known.compactMap(Self.store))
    let text =
      switch decision {
      case .directory: "directory"
      case .use(let store): "use \(store.record)"
      case .useUnlocked(let store, let lock): "unlocked \(store.record) \(lock.record ?? "")"
      case .unknown(let store): "unknown \(store.record)"
      case .other(let recorded, let named): "other \(recorded.record) \(named.record)"
      }
    #expect(text == expected)
  }
}
