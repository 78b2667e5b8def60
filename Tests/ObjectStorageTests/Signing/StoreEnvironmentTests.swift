import Foundation
import MirrorCore
import ObjectStorage
import TestSupport
import Testing

@Suite("The environment of an object store")
struct StoreEnvironmentTests {
  private func credentials(_ variables: [String: String]) throws -> StoreCredentials {
    try StoreEnvironment(variables.merging(["HOME": "/nonexistent"]) { $1 }).credentials()
  }

  @Test("Credentials come from the environment, or from the files that it names")
  func variables() throws {
    let folder = try TemporaryDirectory()
    try "word\n".write(toFile: folder.appending("secret"), atomically: true, encoding: .utf8)
    let plain = try credentials(["AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "word"])
    let filed = try credentials([
      "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY_FILE": folder.appending("secret"),
    ])
    #expect(plain == filed && plain == StoreCredentials(accessKey: "key", secret: "word"))
    #expect("\(plain)" == "credentials" && !String(reflecting: plain).contains("word"))
  }

  @Test(
    "What is missing is named, and nothing is shown",
    arguments: [
      ([:], "there are no credentials"),
      (["AWS_ACCESS_KEY_ID": "hush"], "AWS_SECRET_ACCESS_KEY"),
      (["AWS_SECRET_ACCESS_KEY": "hush"], "AWS_ACCESS_KEY_ID"),
      (
        ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY_FILE": "/nonexistent"], "one line of text"
      ),
      (
        [
          "AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY_FILE": "/x",
          "AWS_SECRET_ACCESS_KEY": "hush",
        ], "both set"
      ),
    ])
  func missing(_ variables: [String: String], _ what: String) throws {
    let error = #expect(throws: MirrorError.self) { try credentials(variables) }
    #expect(error?.message.contains(what) == true && error?.message.contains("hush") == false)
  }

  @Test("A profile has credentials, region and endpoint")
  func profile() throws {
    let folder = try TemporaryDirectory()
    let (keys, settings) = (folder.appending("credentials"), folder.appending("config"))
    try "[work]\naws_access_key_id=k\naws_secret_access_key = s=s\n".write(
      toFile: keys, atomically: true, encoding: .utf8)
    try
      "[profile work]\nregion = eu-north-1\nendpoint_url = https://s3.example.org\ns3 =\n  region = no\n"
      .write(toFile: settings, atomically: true, encoding: .utf8)
    let environment = StoreEnvironment([
      "AWS_PROFILE": "work", "AWS_SHARED_CREDENTIALS_FILE": keys, "AWS_CONFIG_FILE": settings,
    ])
    #expect(try environment.credentials() == StoreCredentials(accessKey: "k", secret: "s=s"))
    #expect(environment.region == "eu-north-1")
    #expect(environment.endpoint == "https://s3.example.org")
  }

  @Test("A place in a store is read, and kept with what its server needs")
  func location() throws {
    var location = try #require(StoreLocation("s3://my.bucket/a/b/"))
    #expect(location.bucket == "my.bucket" && location.prefix == "a/b")
    location.endpoint = StoreLocation.endpoint("HTTPS://Host:443/")
    location.region = "auto"
    location.addressing = .path
    #expect(
      location.endpoint == "https://host" && StoreLocation(record: location.record) == location)
    for text in ["s3:/x", "s3://", "s3://ab", "s3://bucket/a//b", "s3://bucket/../b", "s3://a b/c"]
    {
      #expect(StoreLocation(text) == nil)
    }
    for text in ["host", "ftp://host", "http://u:p@host", "http://host/path", "http://host?x"] {
      #expect(StoreLocation.endpoint(text) == nil)
    }
  }
}
