import Foundation
import TestSupport
import Testing

@Suite("Filters of sync", .serialized)
struct FilterTests {
  /// A feed of photos with dates and tags.
  private func show(_ feed: ChangingFeed) throws {
    try feed.show(
      items: [
        #"{"id":"1","title":"t","image":"HOST/good/1.png","tags":["Cat"],"date_published":"2024-05-01T00:00:00Z"}"#,
        #"{"id":"2","title":"t","image":"HOST/good/2.png","tags":["dog"],"date_published":"2023-05-01T00:00:00Z"}"#,
        #"{"id":"3","title":"t","image":"HOST/good/3.png","tags":["cat","secret"],"date_published":"2022-05-01T00:00:00Z"}"#,
      ])
  }

  @Test("Photos that a filter leaves out are counted and not fetched")
  func leftOut() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try show(feed)
    let command = "sync --progress lines \(feed.source) photos"
    let cats = try await session.run(command + " --tag CAT --exclude-tag secret")
    #expect(
      cats.exitCode == 0 && cats.errors.contains("mirrored 1 photo, 2 left out  ("),
      "\(cats.errors)")
    #expect(feed.pictures == ["/good/1.png"])
    let early = try await session.run(command + " --until uploaded:2022-12 --dry-run")
    #expect(early.errors.contains("would fetch 1 photo, 1 known, 1 left out  ("), "\(early.errors)")
  }

  @Test("A file names the photos to leave out, and one that cannot be read is refused")
  func file() async throws {
    let session = try await Session()
    let feed = try ChangingFeed(in: session.folder)
    try show(feed)
    try Data("# seen\n1\n\n3\n".utf8).write(to: URL(filePath: session.folder.appending("seen")))
    let command = "sync --progress lines \(feed.source) photos --exclude-file"
    let run = try await session.run(command + " seen")
    #expect(run.errors.contains("mirrored 1 photo, 2 left out  ("), "\(run.errors)")
    let refused = try await session.run(command + " none")
    #expect(
      refused.exitCode == 2
        && refused.errors.contains("--exclude-file: cannot read none: No such file"))
  }

  @Test(
    "A value that is no date, tag or license is refused",
    arguments: ["--since may", "--until 2024-13", "--min-edge 0"])
  func invalid(option: String) async throws {
    let session = try await Session()
    let run = try await session.run("sync flickr:recent photos " + option)
    #expect(run.exitCode == 2 && run.errors.contains("\(option.prefix { $0 != " " }) takes "))
  }
}
