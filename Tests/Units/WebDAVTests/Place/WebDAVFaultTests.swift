import Foundation
import MirrorCore
import StrictStore
import TestSupport
import Testing

@testable import WebDAV

@Suite("A WebDAV server that fails", .timeLimit(.minutes(15)))
struct WebDAVFaultTests {
  @Test(
    "A change whose answer is lost, or is an error although it was made, is done",
    arguments: ["PUT", "MKCOL", "MOVE"], [true, false])
  func lostAnswer(method: String, isReset: Bool) async throws {
    let bench = try await DAVBench()
    bench.server.fail(method, isPerformed: true) {
      isReset
        ? [.reset] : [.response("502 Bad Gateway", ["Content-Length: 0"])]
    }
    #expect(try await bench.store("o/a.jpg", [1, 2]) == nil)
    #expect(bench["o/a.jpg"] == [1, 2] && bench.server.complaints.isEmpty)
    #expect(!bench.server.files.contains { $0.contains("/incoming/") })
    await bench.close()
  }

  @Test("A move that was made although each attempt failed is done")
  func movedAtLast() async throws {
    let bench = try await DAVBench()
    bench.server.fail("MOVE", isPerformed: true, status: "500 Internal Server Error")
    bench.server.fail("MOVE", times: 4, status: "500 Internal Server Error")
    #expect(try await bench.store("o/a.jpg", [1, 2]) == nil)
    #expect(bench["o/a.jpg"] == [1, 2])
    await bench.close()
  }

  @Test("A file that another machine stores meanwhile is not taken for one's own")
  func race() async throws {
    let bench = try await DAVBench()
    bench["o/a.jpg"] = [9, 9]
    bench.server.fail("MOVE", status: "503 Service Unavailable")
    #expect(try await bench.store("o/a.jpg", [1, 2])?.isOfEntry == true)
    #expect(bench["o/a.jpg"] == [9, 9])
    #expect(!bench.server.files.contains { $0.contains("/incoming/") })
    await bench.close()
  }

  /// The status of each answer to a method, and whether it costs one photo only.
  private static let statuses: [(method: String, status: String, isOfEntry: Bool)] = [
    ("MOVE", "423 Locked", true), ("MOVE", "403 Forbidden", true),
    ("MOVE", "400 Bad Request", true), ("MOVE", "207 Multi-Status", true),
    ("PUT", "413 Content Too Large", true), ("PUT", "507 Insufficient Storage", false),
    ("MOVE", "507 Insufficient Storage", false), ("PUT", "500 Internal Server Error", false),
    ("PUT", "403 Forbidden", false), ("PUT", "401 Unauthorized", false),
    ("PUT", "302 Found", false),
  ]

  @Test("An error costs the photo, or the run if all photos would fail", arguments: statuses)
  func status(method: String, status: String, isOfEntry: Bool) async throws {
    let bench = try await DAVBench()
    let before = bench.server.files
    bench.server.fail(method, times: 5, status: status)
    let error = try #require(try await bench.store("o/a.jpg", [1]))
    #expect(error.isOfEntry == isOfEntry, "\(error.error.message)")
    #expect(error.error.message.contains("status \(status.prefix(3))"))
    #expect(bench.server.files == before)
    await bench.close()
  }

  @Test("A folder that another task makes at the same time exists, whatever the server answers")
  func folderRace() async throws {
    let bench = try await DAVBench()
    bench.server.fail("MKCOL", "/o/", isPerformed: true, status: "403 Forbidden")
    #expect(try await bench.store("o/a.jpg", [1]) == nil)
    bench.server.fail("MKCOL", "/p/", status: "403 Forbidden")
    let error = try #require(try await bench.store("p/a.jpg", [1]))
    #expect(!error.isOfEntry && error.error.message.contains("may not"))
    await bench.close()
  }

  @Test("A photo that the server gives another name than the one that was asked for has failed")
  func otherName() async throws {
    let bench = try await DAVBench { $0.state.withLock { $0.cutsNames = true } }
    for name in ["o/a;b.jpg", "o/c?.jpg"] {
      let error = try #require(try await bench.store(name, [1]))
      #expect(error.isOfEntry && error.error.message.contains("another name"))
    }
    #expect(try await bench.store("o/d#%41&e.jpg", [1]) == nil)
    await bench.close()
  }

  @Test("A file that is locked for a moment is stored")
  func lockedOnce() async throws {
    let bench = try await DAVBench()
    bench.server.fail("MOVE", times: 2, status: "423 Locked")
    #expect(try await bench.store("o/a.jpg", [1]) == nil)
    #expect(bench.pauses.withLock(\.self) == 2)
    await bench.close()
  }

  @Test("A server that keeps fewer bytes than it got, without an error, gets no photo")
  func shortened() async throws {
    let bench = try await DAVBench()
    bench.server.state.withLock { $0.longestBody = 1 }
    let error = try #require(try await bench.store("o/a.jpg", [1, 2]))
    #expect(error.isOfEntry && error.error.message.contains("1 of 2 bytes"))
    #expect(bench["o/a.jpg"] == nil)
    await bench.close()
  }

  @Test("A server that replaces files although it is asked not to is refused, and says why")
  func ignoredOverwrite() async throws {
    let bench = try await DAVBench(isProbed: false) {
      $0.state.withLock { $0.ignoresOverwrite = true }
    }
    let error = await #expect(throws: MirrorError.self) { try await bench.place.probe() }
    #expect(error?.message.contains("Overwrite: F") == true)
    await bench.close()
  }

  @Test("A server that knows no WebDAV is refused, and says so")
  func otherServer() async throws {
    let bench = try await DAVBench(isProbed: false)
    for status in ["405 Method Not Allowed", "200 OK"] {
      bench.server.fail("PROPFIND", status: status)
      let error = await #expect(throws: MirrorError.self) { try await bench.place.probe() }
      #expect(error?.message.contains("no WebDAV server") == true)
    }
    await bench.close()
  }

  @Test("A wrong password ends the use of a server, and is not shown")
  func denied() async throws {
    let bench = try await DAVBench(password: "guess/guess", isProbed: false)
    let error = await #expect(throws: MirrorError.self) { try await bench.place.probe() }
    guard case .directory(let message, .storePassword) = error else {
      Issue.record("another error")
      return
    }
    #expect(message.contains("password is wrong") && !message.contains("guess"))
    await bench.close()
  }

  @Test("A redirect is an error, and no other server gets the password or is believed")
  func redirect() async throws {
    let bench = try await DAVBench()
    let other = try WireServer { _ in [.ok([9])] }
    #expect(try await bench.store("o/a.jpg", [1]) == nil)
    for _ in 1...3 {
      bench.server.fail("GET") {
        [
          .response(
            "302 Found", ["Location: \(other.url("/o/a.jpg"))", "Content-Length: 0"])
        ]
      }
    }
    await #expect(throws: StorageError.self) {
      try await bench.place.read("o/a.jpg", limit: 9, isWhole: true)
    }
    await #expect(throws: StorageError.self) { try await bench.place.take("o/a.jpg", limit: 9) }
    #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
    await bench.close()
  }

  @Test("A file that is compressed on its way is an error")
  func compressed() async throws {
    let bench = try await DAVBench()
    bench["o/a.jpg.xmp"] = [1]
    bench.server.fail("GET") { [.ok([1, 2], ["Content-Encoding: gzip"])] }
    await #expect(throws: StorageError.self) {
      try await bench.place.read("o/a.jpg.xmp", limit: 9, isWhole: true)
    }
    await bench.close()
  }

  @Test("A file whose bytes the server cannot read costs itself alone")
  func unreadable() async throws {
    let bench = try await DAVBench()
    bench["o/a.jpg"] = [1, 2, 3]
    for _ in 1...2 {
      bench.server.fail("GET", times: 5, status: "500 Internal Server Error")
      for _ in 1...5 {
        bench.server.fail("GET") { [.response("200 OK", ["Content-Length: 3"], [1]), .close] }
      }
      for _ in 1...2 {
        let error = await #expect(throws: StorageError.self) {
          try await bench.place.take("o/a.jpg", limit: 9)
        }
        #expect(error?.isOfEntry == true)
      }
    }
    #expect(try await bench.facts(of: "o/a.jpg", .read)?.byteCount == 3)
    await bench.close()
  }

  @Test("A server that cannot be asked is an error, and not an empty one")
  func outage() async throws {
    let bench = try await DAVBench()
    _ = try await bench.store("o/a.jpg", [1])
    bench.server.fail("PROPFIND", times: 5, status: "500 Internal Server Error")
    await #expect(throws: StorageError.self) { try await bench.list() }
    await bench.close()
  }

  @Test(
    "What a kill left of files that were being sent is deleted after two days, and nothing else")
  func leftovers() async throws {
    let bench = try await DAVBench(isProbed: false)
    let now = Int64(Date().timeIntervalSince1970)
    let incoming = ".photomirror/incoming/"
    for name in ["\(now - 200_000)-a", "\(now - 3600)-b", "notes.txt"] {
      bench[incoming + name] = [1]
    }
    try await bench.place.probe()
    #expect(bench[incoming + "\(now - 200_000)-a"] == nil)
    #expect(bench[incoming + "\(now - 3600)-b"] == [1] && bench[incoming + "notes.txt"] == [1])
    var list = PlaceList()
    list.includesHidden = true
    #expect(try await bench.list(list).isEmpty)
    await bench.close()
  }

  @Test("A server tells what its user may do")
  func rights() async throws {
    let bench = try await DAVBench(isProbed: false)
    let rights = await bench.place.rights()
    #expect(
      rights.lists == nil && rights.reads == nil && rights.writes == nil && rights.deletes == nil)
    #expect(rights.keepsExisting && !rights.provesFiles)
    bench.server.fail("DELETE", times: 2, status: "403 Forbidden")
    #expect(await bench.place.rights().deletes?.contains("403") == true)
    await bench.close()
  }
}
