import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("A photo that was replaced at its site", .serialized)
struct ReplacedTests {
  @Test("A replaced photo is noted once, counted each time, and downloaded once its file is moved")
  func replaced() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    let command = "sync --progress lines \(feed.source) photos"
    try feed.show(["1": "good/1_a.png?t=1", "2": "good/2.png"])
    try await session.run(command).expect(exits: 0, errors: "…")
    try feed.show(["1": "good/1_a.png?t=2", "2": "good/2.png"])
    let same = try await session.run(command)
    #expect(same.errors.contains("mirrored 0 photos, 2 known  ("), "\(same.errors)")
    try feed.show(["1": "good/1_b.png?t=2", "2": "good/2.png"])
    let contents = session.mirror().contents()
    let photo = try #require(session.mirror().photo("1"))
    let note = "has a new address at its site, and perhaps a new image; kept: \(photo)\n"
    for isNoted in [true, false] {
      let run = try await session.run(command)
      #expect(run.exitCode == 0 && run.errors.contains("1 known, 1 replaced  ("), "\(run.errors)")
      #expect(run.errors.contains(note) == isNoted, "\(run.errors)")
    }
    #expect(session.mirror().contents() == contents && feed.pictures.count == 2)
    #expect(try await session.status().sources.map(\.replaced) == [1])
    let status = try await session.run("status photos").output
    #expect(status.contains("1 photo with a new address at the site"), "\(status)")
    try FileManager.default.removeItem(atPath: session.mirror().path + "/" + photo)
    let fetched = try await session.run(command)
    #expect(fetched.errors.contains("mirrored 1 photo, 1 known  ("), "\(fetched.errors)")
    #expect(feed.pictures.last == "/good/1_b.png?t=2")
    #expect(try await session.status().sources.map(\.replaced) == [0])
  }

  @Test("A replaced photo is noticed once a listing has updated an earlier version's catalog")
  func learned() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    let command = "sync --progress json \(feed.source) photos"
    try feed.show(["1": "good/1_a.png"])
    _ = try await session.run(command)
    try Catalog(path: session.mirror().catalog).database.execute("UPDATE file SET address = NULL")
    var results: [String?] = []
    for picture in ["good/1_a.png", "good/1_b.png", "good/1_a.png"] {
      try feed.show(["1": picture])
      results.append(try await session.run(command).events.endings["1"]?.result)
    }
    #expect(results == ["known", "replaced", "known"])
    #expect(try await session.status().sources.map(\.replaced) == [0])
  }
}
