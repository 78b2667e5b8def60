import Foundation
import TestSupport
import Testing

@Suite("list", .serialized)
struct ListTests {
  @Test("a line is a JSON object with what is known of a photo, and nothing is fetched")
  func lines() async throws {
    let session = try await Session("--photos", "130", "--pictures", "1")
    let run = try await session.run("list flickr:recent")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let photos = try run.lines(of: ListedPhoto.self)
    #expect(photos.count == 100 && Set(photos.map(\.id)).count == 100)
    #expect(photos.allSatisfy { $0.sizes.contains { $0.url.hasPrefix("http://127.0.0.1:") } })
    let line = try #require(run.output.split(separator: "\n").first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "id", "owner", "owner_name", "title", "taken_at", "uploaded_at", "page_url", "license",
        "tags", "sizes",
      ])
    #expect(try await session.server.stats().imageRequests == 0)
    #expect(try await session.run("list --limit 120 flickr:recent").output.count(of: "\n") == 120)
  }

  @Test("a reader that has seen enough is no error")
  func head() async throws {
    let session = try await Session("--photos", "400", "--pictures", "1")
    let run = try await CommandRun.run(
      "/bin/sh",
      [
        "-c", "{ \"$0\" list --limit 400 flickr:recent; echo \"exit $?\" >&2; } | head -n 1",
        BuiltProducts.path("photomirror"),
      ], environment: session.environment)
    run.expect(exits: 0, output: "{…}", errors: "exit 0")
  }

  @Test(
    "a feed that the site does not have is its own words",
    arguments: [
      ("flickr:album/1", "flickr says: Photoset not found (code 1)"),
      ("flickr:user/99999999@N99", "flickr says: User not found (code 1)"),
    ])
  func noFeed(source: String, message: String) async throws {
    let session = try await Session()
    try await session.run("list \(source)").expect(
      exits: 3,
      errors: """
        photomirror: error: \(message)
        …
        """)
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { filter { $0 == character }.count }
}
