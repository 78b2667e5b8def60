import Foundation
import StrictStore
import TestSupport
import Testing

/// A line of `fetch`.
private struct FetchedUnit: Decodable {
  let line: Int
  let id: String?
  let result: String
  let path: String?
  let width: Int?
  let sha256: String?
  let reason: String?
  let willRetry: Bool?
}

@Suite("Units of work", .serialized, .timeLimit(.minutes(15)))
struct UnitsTests {
  private let fetch = "fetch --private-host 127.0.0.1"

  private func units(of session: Session, _ more: String = "") async throws -> [String] {
    let run = try await session.run("list flickr:recent --units \(more)")
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String], _ name: String, in session: Session) throws {
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: session.folder.appending(name), atomically: true, encoding: .utf8)
  }

  @Test("list --units and fetch make the files of a mirror, byte by byte")
  func same() async throws {
    let session = try await Session("--photos", "8", "--pictures", "8")
    try write(try await units(of: session), "units", in: session)
    let run = try await session.run("\(fetch) --units units --store fetched")
    #expect(run.exitCode == 0, "\(run.errors)")
    let results = try run.lines(of: FetchedUnit.self)
    #expect(results.count == 8 && results.allSatisfy { $0.result == "stored" })
    #expect(Set(results.map(\.line)) == Set(1...8))
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    let own = { (tree: MirrorTree) in
      tree.contents().filter { !$0.key.hasPrefix(".photomirror") || $0.key.contains("thumbnails") }
    }
    #expect(own(session.mirror("fetched")) == own(session.mirror()))
  }

  @Test("A part that runs again fetches nothing, and a bad line costs itself")
  func again() async throws {
    let session = try await Session("--photos", "6", "--pictures", "6")
    let lines = try await units(of: session)
    try write(lines.shuffled() + ["{", "", #"{"id":"9"}"#], "units", in: session)
    let first = try await session.run("\(fetch) --units units --store fetched --thumbnail 0")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.errors.contains("6 stored, 2 invalid"), "\(first.errors)")
    try await session.server.resetStats()
    let again = try await session.run("\(fetch) --units units --store fetched")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(try again.lines(of: FetchedUnit.self).count { $0.result == "known" } == 6)
    #expect(try await session.server.stats().imageRequests == 0)
  }

  @Test("Two processes that share a directory and the units store each photo once")
  func shared() async throws {
    let session = try await Session("--photos", "30", "--pictures", "10")
    let lines = try await units(of: session)
    try write(lines, "one", in: session)
    try write(lines.reversed(), "two", in: session)
    let runs = try ["one", "two"].map {
      try session.start("\(fetch) --lenient --units \($0) --store fetched")
    }
    var results: [FetchedUnit] = []
    for run in runs {
      let ended = await run.end()
      #expect(ended.exitCode == 0, "\(ended.errors)")
      results += try ended.lines(of: FetchedUnit.self)
    }
    let stored = results.filter { $0.result == "stored" }
    #expect(results.count == 60 && Set(stored.compactMap(\.path)).count == stored.count)
    // Where both had the same photo in hand at once, one of them was told so, and may be run again.
    let last = try await session.run("\(fetch) --units one --store fetched")
    #expect(last.exitCode == 0, "\(last.errors)")
    #expect(session.mirror("fetched").photos.count == 30)
  }

  @Test("Units are fetched onto a WebDAV server, and known there with the same columns")
  func webDAV() async throws {
    let server = try StrictDAV()
    var session = try await Session("--photos", "4", "--pictures", "4")
    session.environment["PHOTOMIRROR_WEBDAV_PASSWORD"] = "hush/hush"
    try write(try await units(of: session), "units", in: session)
    let columns = { (run: CommandRun, result: String) in
      Set(
        try run.lines(of: FetchedUnit.self).filter { $0.result == result }.map {
          "\($0.path ?? "") \($0.sha256 ?? "") \($0.width ?? 0)"
        })
    }
    let line = "\(fetch) --units units --store \(server.location("units"))"
    let first = try await session.run(line)
    #expect(first.exitCode == 0, "\(first.errors)")
    let again = try await session.run(line)
    #expect(try columns(again, "known") == columns(first, "stored"))
    #expect(try columns(again, "known").count == 4 && server.complaints.isEmpty)
  }

  @Test("Units are fetched into a bucket, and an engine sees by the status whether to try again")
  func bucket() async throws {
    let store = try StrictStore()
    var session = try await Session("--photos", "4", "--pictures", "4")
    session.environment["AWS_ACCESS_KEY_ID"] = "AKIDEXAMPLE"
    session.environment["AWS_SECRET_ACCESS_KEY"] = "hush/hush"
    session.environment["AWS_REGION"] = "us-east-1"
    let lines = try await units(of: session)
    let gone = #"{"id":"x","address":"\#(session.server.address)nothing.jpg"}"#
    try write(lines + [gone], "units", in: session)
    let place = "--store s3://photos/units --s3-endpoint \(store.endpoint)"
    let run = try await session.run("\(fetch) --units units \(place)")
    #expect(run.exitCode == 0, "\(run.errors)")
    let failed = try run.lines(of: FetchedUnit.self).first { $0.result == "failed" }
    #expect(failed?.id == "x" && failed?.willRetry == false)
    let photos = store.state.withLock(\.objects.keys).filter {
      !$0.hasSuffix(".xmp") && !$0.contains("/.photomirror/")
    }
    #expect(photos.count == 4 && store.complaints.isEmpty)
    // What is known has the same columns, from what the bucket tells of the objects.
    let columns = { (results: [FetchedUnit]) in
      Set(
        results.filter { $0.path != nil }.map {
          "\($0.path ?? "") \($0.sha256 ?? "") \($0.width ?? 0)"
        })
    }
    let again = try await session.run("\(fetch) --units units --host-jobs 1 \(place)")
    let known = try again.lines(of: FetchedUnit.self).filter { $0.result == "known" }
    let first = try run.lines(of: FetchedUnit.self)
    #expect(known.count == 4 && columns(known) == columns(first))

    let down = #"{"id":"y","address":"http://127.0.0.1:1/y.jpg"}"#
    try write([down], "down", in: session)
    let short = "--attempts 1 --retry-for 0"
    #expect(try await session.run("\(fetch) --units down \(short) \(place)").exitCode == 1)
    let lenient = try await session.run("\(fetch) --units down \(short) --lenient \(place)")
    #expect(lenient.exitCode == 0, "\(lenient.errors)")
  }

  @Test(
    "Addresses of this machine are refused unless they are named, and a mirror is not written into")
  func refused() async throws {
    let session = try await Session("--photos", "2", "--pictures", "2")
    try write(try await units(of: session), "units", in: session)
    let run = try await session.run("fetch --units units --store fetched")
    let results = try run.lines(of: FetchedUnit.self)
    #expect(results.allSatisfy { $0.result == "failed" && $0.reason?.contains("private") == true })
    #expect(run.exitCode == 0 && results.allSatisfy { $0.willRetry == false })
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(try await session.run("\(fetch) --units units --store photos").exitCode == 4)
    #expect(try await session.run("fetch --units units").exitCode == 2)
    #expect(try await session.run("\(fetch) --units nothing --store fetched").exitCode == 2)
  }

  @Test("Many known units with a few bad lines are read in little memory")
  func many() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    let line = try await units(of: session)[0]
    try write([line], "one", in: session)
    #expect(try await session.run("\(fetch) --units one --store fetched").exitCode == 0)
    var lines = [String](repeating: line, count: 20_000)
    for index in stride(from: 100, to: 20_000, by: 2000) { lines[index] = "no unit \(index)" }
    try write(lines, "many", in: session)
    let run = try await session.run("\(fetch) --units many --store fetched")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("0 stored, 19,990 known, 10 invalid"), "\(run.errors)")
  }
}
