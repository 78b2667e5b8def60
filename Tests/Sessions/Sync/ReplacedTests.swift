import Foundation
import TestSupport
import Testing

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
    let run = try await session.run(sync)
    #expect(run.exitCode == 0 && run.errors.contains(" 1 replaced  ("), "\(run.errors)")
    let place = ".photomirror/trash/"
    #expect(
      run.errors.contains("replaced  \(path)  ") && run.errors.contains(place), "\(run.errors)")
    let after = session.mirror()
    #expect(after.bytes(path) != before[path] && after.flaws().isEmpty)
    #expect(after.contents().filter { $0.key != path } == before.filter { $0.key != path })
    #expect(try await session.server.stats().imageRequests == 1)
    let trash = try await session.run("trash photos --json").lines(of: Trashed.self)
    #expect(trash.map(\.cause) == ["replaced"] && trash.first?.path == path)
    let old = try #require(trash.first).place
    #expect(after.bytes(old) == before[path])
    let refused = try await session.run("restore photos \(old)")
    #expect(refused.exitCode == 1 && refused.errors.contains("another file"), "\(refused.errors)")
  }

  private struct Trashed: Decodable {
    let path: String
    let place: String
    let cause: String
  }
}
