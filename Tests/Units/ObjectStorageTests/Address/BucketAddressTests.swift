import MirrorCore
import Testing

@testable import ObjectStorage

@Suite("The address of a place in an object store")
struct BucketAddressTests {
  @Test("A place in a store is read, and kept with what its server needs")
  func location() throws {
    var location = try #require(BucketAddress("s3://my.bucket/a/b/"))
    #expect(location.bucket == "my.bucket" && location.prefix == "a/b")
    location.endpoint = BucketAddress.endpoint("HTTPS://Host:443/")
    location.region = "auto"
    location.addressing = .path
    #expect(
      location.endpoint == "https://host" && BucketAddress(location.location) == location)
    for text in ["s3:/x", "s3://", "s3://ab", "s3://bucket/a//b", "s3://bucket/../b", "s3://a b/c"]
    {
      #expect(BucketAddress(text) == nil)
    }
    for text in ["host", "ftp://host", "http://u:p@host", "http://host/path", "http://host?x"] {
      #expect(BucketAddress.endpoint(text) == nil)
    }
  }

  @Test("The prefix of an object store has at most 512 bytes, which leaves as many for names")
  func longPrefix() {
    let prefix = String(repeating: "ä/", count: 170)
    #expect(BucketAddress("s3://photos/" + prefix + "aa")?.prefix.utf8.count == 512)
    #expect(BucketAddress("s3://photos/" + prefix + "aaa") == nil)
  }
}
