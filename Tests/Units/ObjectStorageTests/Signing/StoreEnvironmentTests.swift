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
}
