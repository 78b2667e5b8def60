import MirrorCore
import Testing

@Suite("The record of an object store")
struct StoreRecordTests {
  @Test("A record is read as it was written")
  func same() throws {
    for (endpoint, region, addressing) in [
      (nil, nil, nil), ("http://127.0.0.1:9000", "eu-west-1", .path), (nil, "auto", .host),
    ] as [(String?, String?, StoreLocation.Addressing?)] {
      var location = try #require(StoreLocation("s3://photos/a b/ä+&%"))
      (location.endpoint, location.region, location.addressing) = (endpoint, region, addressing)
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
      "s3://photos?region=a&region=b", "s3://photos?%zz",
    ])
  func refused(record: String) {
    #expect(StoreLocation(record: record) == nil)
  }

  @Test("The prefix of an object store has at most 512 bytes, which leaves as many for names")
  func longPrefix() {
    let prefix = String(repeating: "ä/", count: 170)
    #expect(StoreLocation("s3://photos/" + prefix + "aa")?.prefix.utf8.count == 512)
    #expect(StoreLocation("s3://photos/" + prefix + "aaa") == nil)
  }
}
