import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("A photo that changes at its site", .serialized)
struct ReplacedTests {
  private let sync = "sync --progress lines --size 640 flickr:user/30000003@N02 photos"

  private func session() async throws -> (Session, ids: [String]) {
    let session = try await Session("--photos", "30", "--pictures", "8")
    try await session.run(sync).expect(exits: 0, errors: "…")
    let ids = try await session.list("flickr:user/30000003@N02").map(\.id)
    return (session, ids)
  }

  @Test(
    "A replaced photo is fetched under its name, and its old version is in the trash and comes back"
  )
  func replaced() async throws {
    let (session, ids) = try await session()
    let before = session.mirror().contents()
    let path = try #require(session.mirror().photo(ids[0]))
    try await session.server.resetStats()
    try await session.server.change(ids[0], ["version": "1"])
    let dry = try await session.run(sync + " --dry-run")
    #expect(dry.errors.contains("would fetch 1 photo,"), "\(dry.errors)")
    let run = try await session.run(sync)
    #expect(run.exitCode == 0 && run.errors.contains(" 1 replaced  ("), "\(run.errors)")
    let place = ".photomirror/trash/"
    #expect(
      run.errors.contains("replaced  \(path)  ") && run.errors.contains(place), "\(run.errors)")
    let after = session.mirror()
    #expect(after.bytes(path) != before[path] && after.flaws().isEmpty)
    #expect(after.contents().filter { $0.key != path } == before.filter { $0.key != path })
    #expect(try await session.server.stats().imageRequests == 1)
    let verified = try await session.run("verify photos")
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    let trash = try await session.run("trash photos --json").lines(of: Trashed.self)
    #expect(trash.map(\.cause) == ["replaced"] && trash.first?.path == path)
    let old = try #require(trash.first).place
    #expect(after.bytes(old) == before[path])
    let refused = try await session.run("restore photos \(old)")
    #expect(refused.exitCode == 1 && refused.errors.contains("another file"), "\(refused.errors)")
    try await session.run(sync).expect(exits: 0, errors: "…")
    #expect(try await session.server.stats().imageRequests == 1)
  }

  @Test("--keep-versions keeps as many old versions as it says, and an edited file stays")
  func versions() async throws {
    let (session, ids) = try await session()
    let path = try #require(session.mirror().photo(ids[0]))
    for version in 1...3 {
      try await session.server.change(ids[0], ["version": "\(version)"])
      try await session.run(sync + " --keep-versions 1").expect(exits: 0, errors: "…")
    }
    let trash = try await session.run("trash photos --json").lines(of: Trashed.self)
    #expect(trash.count == 1 && session.mirror().flaws().isEmpty)
    let file = session.mirror().path + "/" + path
    try Data("edited".utf8).write(to: URL(filePath: file))
    try await session.server.change(ids[0], ["version": "4"])
    let run = try await session.run(sync)
    #expect(run.exitCode == 0 && run.errors.contains("kept because it was edited: \(path)"))
    #expect(session.mirror().bytes(path) == Data("edited".utf8))
    #expect(try await session.status().sources.map(\.replaced) == [1])
  }

  @Test("A changed title rewrites one sidecar in place, and nothing else is written")
  func title() async throws {
    let (session, ids) = try await session()
    let path = try #require(session.mirror().photo(ids[1]))
    let sidecar = session.mirror().path + "/" + path + ".xmp"
    let own = try String(contentsOfFile: sidecar, encoding: .utf8).replacing(
      "</rdf:Description>", with: "<xmp:Rating>4</xmp:Rating></rdf:Description>")
    try own.write(toFile: sidecar, atomically: true, encoding: .utf8)
    let before = try FileStates(session.mirror().path)
    try await session.server.change(ids[1], ["title": "Another title"])
    let run = try await session.run(sync)
    #expect(run.exitCode == 0 && run.errors.contains("1 sidecar was rewritten"), "\(run.errors)")
    let after = try FileStates(session.mirror().path)
    #expect(after.differences(from: before) == [path + ".xmp"])
    let text = try String(contentsOfFile: sidecar, encoding: .utf8)
    #expect(text.contains("Another title") && text.contains("<xmp:Rating>4</xmp:Rating>"))
    let rows = try catalogRows(
      session.mirror().catalog, "SELECT title FROM photos WHERE key = \(ids[1])")
    #expect(rows == ["Another title"])
  }

  @Test("A listing that changed nothing writes no file, and of the catalog only the pass")
  func unchanged() async throws {
    let (session, _) = try await session()
    let before = try FileStates(session.mirror().path)
    let tables = ["photo", "file", "metadata", "name", "owner", "term", "departure", "version"]
    func rows() throws -> [[String]] {
      try tables.map { try catalogRows(session.mirror().catalog, "SELECT * FROM \($0)") }
    }
    let known = try rows()
    try await session.run(sync).expect(exits: 0, errors: "…")
    #expect(try FileStates(session.mirror().path).differences(from: before) == [])
    #expect(try rows() == known)
  }

  @Test("A replaced photo of an unknown address is noticed once a listing has given its address")
  func learned() async throws {
    let (session, ids) = try await session()
    try Catalog(path: session.mirror().catalog).database.execute("UPDATE file SET address = NULL")
    try await session.run(sync).expect(exits: 0, errors: "…")
    try await session.server.change(ids[0], ["version": "1"])
    let run = try await session.run(sync)
    #expect(run.exitCode == 0 && run.errors.contains(" 1 replaced  ("), "\(run.errors)")
  }

  private struct Trashed: Decodable {
    let path: String
    let place: String
    let cause: String
  }
}
