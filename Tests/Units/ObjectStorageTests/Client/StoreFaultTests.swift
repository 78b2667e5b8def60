import Foundation
import Locking
import MirrorCore
import ObjectStorage
import StrictStore
import TestSupport
import Testing

/// What a store may answer, and what becomes of it.
@Suite("Faults of an object store", .timeLimit(.minutes(15)))
struct StoreFaultTests {
  @Test(
    "A passing failure costs another attempt",
    arguments: [
      ("503 Slow Down", "SlowDown"), ("500 Internal Server Error", "InternalError"),
      ("503 Service Unavailable", "ServiceUnavailable"), ("400 Bad Request", "RequestTimeout"),
      ("409 Conflict", "ConditionalRequestConflict"), ("502 Bad Gateway", ""),
      ("500 Internal Server Error", ""), ("429 Too Many Requests", ""), ("504 Gateway Timeout", ""),
      ("400 Bad Request", "BadDigest"),
    ])
  func passing(_ status: String, _ code: String) async throws {
    let bench = try await StoreBench()
    for _ in 1...2 { bench.store.fail("PUT", "a.jpg") { [.error(status, code)] } }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    #expect(bench.pauses.withLock(\.self) == 2 && bench.store["a/mirror/o/a.jpg"] == [1])
    await bench.close()
  }

  @Test("A failure that stays ends the run with its code, and the photo stays on this machine")
  func lasting() async throws {
    let bench = try await StoreBench()
    for _ in 1...5 {
      bench.store.fail("PUT", "a.jpg") { [.error("500 Internal Server Error", "InternalError")] }
    }
    let part = try bench.part([1])
    let file = Placement(path: "o/a.jpg", picture: .part(part), companions: [])
    guard case .failure(let error) = await bench.destination.place([file]).first else {
      Issue.record("no failure")
      return
    }
    #expect(!error.isOfEntry && error.error.message.contains("InternalError"))
    #expect(FileManager.default.fileExists(atPath: part))
    await bench.close()
  }

  @Test("A photo whose answer was lost is not taken for another's")
  func lostAnswer() async throws {
    let bench = try await StoreBench()
    bench.store.fail("PUT", "a.jpg", isPerformed: true) { [.reset] }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    bench.store.fail("PUT", "a.jpg") { [.reset] }
    guard case .failure(let error)? = try await bench.place("o/a.jpg", [2]) else {
      Issue.record("replaced")
      return
    }
    #expect(error.isOfEntry && bench.store["a/mirror/o/a.jpg"] == [1])
    await bench.close()
  }

  @Test("A clock that is an hour off is corrected by the server's")
  func clock() async throws {
    let bench = try await StoreBench { $0.state.withLock { $0.clockOffset = 3600 } }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    #expect(bench.store.complaints.count == 1)
    await bench.close()
  }

  @Test("Another region is learned from the answer")
  func region() async throws {
    let bench = try await StoreBench { $0.state.withLock { $0.region = "eu-central-1" } }
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    #expect(bench.store.complaints.count == 1)
    await bench.close()
  }

  @Test("A redirect to the bucket's region is followed by another signature")
  func redirect() async throws {
    let bench = try await StoreBench()
    bench.store.fail("PUT", "a.jpg") {
      [
        .error(
          "301 Moved Permanently", "PermanentRedirect", headers: ["x-amz-bucket-region: eu-west-3"])
      ]
    }
    bench.store.state.withLock { $0.region = "us-east-1" }
    _ = try await bench.place("o/a.jpg", [1])
    #expect(bench.store.complaints.contains { $0.contains("wrong region") })
    await bench.close()
  }

  @Test("Wrong credentials end the run, and no message shows them")
  func wrongSecret() async throws {
    let bench = try await StoreBench(isProbed: false) {
      $0.state.withLock { $0.secrets = ["AKIDEXAMPLE": "other"] }
    }
    let error = await #expect(throws: MirrorError.self) { try await bench.client.probe() }
    #expect(error?.message.contains("SignatureDoesNotMatch") == true)
    #expect(error?.message.contains("hush") == false)
    await bench.close()
  }

  @Test("Credentials that expire during the run are read again from their file")
  func expired() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.appending("credentials")
    let write = { (token: String) in
      try """
      [other]
      aws_access_key_id = x
      [default]
      # a comment
      aws_access_key_id = AKIDEXAMPLE
      aws_secret_access_key = hush/hush
      aws_session_token = \(token)
      """.write(toFile: file, atomically: true, encoding: .utf8)
    }
    try write("first")
    let bench = try await StoreBench(variables: ["AWS_SHARED_CREDENTIALS_FILE": file]) {
      $0.state.withLock { $0.token = "first" }
    }
    bench.store.state.withLock { $0.token = "second" }
    try write("second")
    #expect(try await bench.place("o/a.jpg", [1]) == .success([]))
    bench.store.state.withLock { $0.token = "third" }
    let result = try await bench.place("o/b.jpg", [1])
    guard case .failure(let error)? = result else {
      Issue.record("stored with an expired token")
      return
    }
    #expect(error.error.message.contains("ExpiredToken") && !error.isOfEntry)
    await bench.close()
  }

  @Test("A bucket that is missing is reported before the run begins")
  func bucket() async throws {
    let bench = try await StoreBench(isProbed: false)
    bench.store.fail("PUT", "probe") { [.error("404 Not Found", "NoSuchBucket", "no such bucket")] }
    let error = await #expect(throws: MirrorError.self) { try await bench.client.probe() }
    #expect(
      error?.message
        == "cannot use s3://photos/a/mirror: the store answers NoSuchBucket: no such bucket")
    await bench.close()
  }

  @Test("A copy that fails after its answer began is repeated, and nothing is deleted before")
  func lateError() async throws {
    let bench = try await StoreBench()
    _ = try await bench.place("o/a.jpg", [1])
    let error = "<Error><Code>InternalError</Code><Message>late</Message></Error>"
    bench.store.fail("PUT", "set-aside") { [.ok(Array("   \n\(error)".utf8))] }
    let place = try #require(await bench.destination.setAside("o/a.jpg"))
    #expect(bench.store["a/mirror/" + place] == [1] && bench.pauses.withLock(\.self) == 1)
    await bench.close()
  }

  @Test("A key that is too long costs one photo")
  func longKey() async throws {
    let bench = try await StoreBench()
    bench.store.fail("PUT", "a.jpg") { [.error("400 Bad Request", "KeyTooLongError")] }
    guard case .failure(let error)? = try await bench.place("o/a.jpg", [1]) else {
      Issue.record("no failure")
      return
    }
    #expect(error.isOfEntry)
    await bench.close()
  }

  @Test(
    "An answer with declarations, or that is no document, is a failure and no crash",
    arguments: [
      "<!DOCTYPE a [<!ENTITY b \"c\">]><ListBucketResult>&b;</ListBucketResult>", "<a", "", "null",
      "<ListBucketResult><Contents><Key>x</Key></ListBucketResult>",
    ])
  func documents(_ text: String) async throws {
    let bench = try await StoreBench()
    bench.store.fail("GET") { [.ok(Array(text.utf8))] }
    await #expect(throws: StorageError.self) {
      try await bench.destination.find(stems: ["o/a"])
    }
    await bench.close()
  }
}
