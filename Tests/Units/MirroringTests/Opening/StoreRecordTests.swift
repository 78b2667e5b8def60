import MirrorCore
import Mirroring
import Testing

@Suite("The record of an object store")
struct StoreRecordTests {
  @Test("A record is read as it was written")
  func same() throws {
    for (endpoint, region, addressing) in [
      (nil, nil, nil), ("http://127.0.0.1:9000", "eu-west-1", "path"), (nil, "auto", "host"),
    ] as [(String?, String?, String?)] {
      var location = try #require(StoreLocation("s3://photos/a b/ä+&%"))
      location.settings = ["endpoint": endpoint, "region": region, "addressing": addressing]
        .compactMapValues(\.self)
      #expect(StoreLocation(record: location.record) == location)
    }
  }

  @Test(
    "A record with a part that no option could have is invalid",
    arguments: [
      "", "photos", "s3://p", "s3://photos/../x", "s3://photos?endpoint=http://h/admin?x=",
      "s3://photos?endpoint=http://h/admin", "s3://photos?endpoint=http://u:p@h",
      "s3://photos?endpoint=file:///etc", "s3://photos?endpoint=HTTP://H", "s3://photos?region=a/b",
      "s3://photos?region=", "s3://photos?region", "s3://photos?addressing=other",
      "s3://photos?x=1",
      "s3://photos?region=a&region=b", "s3://photos?%zz", "webdavs://u:p@h/x",
      "webdav://h/x?clear-text=other", "webdavs://h/x?endpoint=https://e",
      "webdavs://h/x?lock=governance-3",
    ])
  func refused(record: String) {
    #expect(StoreLocation(record: record) == nil)
  }

  @Test("The records of existing catalogs are read and written as they are")
  func existing() {
    for record in [
      "s3://photos", "s3://photos/mirror?endpoint=http://127.0.0.1:9000&region=eu-west-1",
      "s3://photos/mirror?addressing=host&region=auto&lock=governance-3650",
    ] {
      #expect(StoreLocation(record: record)?.record == record)
    }
    #expect(
      StoreLocation(record: "s3://photos?region=auto&addressing=host")
        == StoreLocation(record: "s3://photos?addressing=host&region=auto"))
  }

  @Test("A record of a store that this version has not is invalid", arguments: ["gs://a", "://a"])
  func unknownKind(record: String) {
    #expect(StoreLocation(record: record) == nil)
  }
}
