import Foundation
import Testing

/// `--thumbnail-format`, `thumbnails --rebuild`, and photos that are small enough without.
@Suite(.timeLimit(.minutes(15)))
struct ThumbnailFormatTests {
  private static let photos = 6

  private func mirrored(_ options: String) async throws -> Session {
    let session = try await Session("--photos", "\(Self.photos)")
    try await session.run("sync flickr:recent photos --progress none \(options)").expect(exits: 0)
    return session
  }

  private func extensions(_ session: Session) -> Set<String> {
    Set(session.mirror().thumbnails.map { ($0 as NSString).pathExtension })
  }

  @Test("A format is the mirror's own from then on, and a rebuild leaves none of the old")
  func rebuilt() async throws {
    let session = try await mirrored("--size 640 --thumbnail-format jpeg --limit 3")
    #expect(extensions(session) == ["jpg"])
    try await session.run("sync flickr:recent photos --progress none --size 640").expect(exits: 0)
    #expect(extensions(session) == ["jpg"])
    try await session.run("thumbnails photos").expect(exits: 0, output: "6 jpeg\n0 own\n0 none")
    try await session.run("thumbnails photos --rebuild --thumbnail-format webp --thumbnail 64")
      .expect(exits: 0, errors: "made 6 thumbnails, 0 unchanged")
    #expect(extensions(session) == ["webp"])
    try await session.run("thumbnails photos --rebuild").expect(
      exits: 0, errors: "made 0 thumbnails, 6 unchanged")
    try await session.run("thumbnails photos --rebuild --thumbnail-format png").expect(
      exits: 0, errors: "…")
    let tree = session.mirror()
    #expect(tree.flaws() == [] && tree.thumbnails.allSatisfy { tree.thumbnailEdge($0) == 64 })
    #expect(try await session.run("verify photos").exitCode == 0)
  }

  @Test(
    "A photo no larger than a thumbnail is shown itself, in pages too, until thumbnails are smaller"
  )
  func small() async throws {
    let session = try await mirrored("--size 240")
    #expect(session.mirror().thumbnails == [])
    try await session.run("thumbnails photos").expect(exits: 0, output: "6 own\n0 none")
    try await session.run("verify photos").expect(exits: 0, errors: "…")
    try await session.run("gallery photos -o pages").expect(exits: 0, output: "…", errors: "…")
    let first = try String(
      contentsOfFile: session.folder.appending("pages/index.html"), encoding: .utf8)
    #expect(first.components(separatedBy: "<img ").count == Self.photos + 1)
    #expect(!first.contains(".photomirror/thumbnails"))
    try await session.run("thumbnails photos --rebuild --thumbnail 100").expect(
      exits: 0, errors: "…")
    #expect(session.mirror().thumbnails.count == Self.photos)
    try await session.run("thumbnails photos --rebuild --thumbnail 256").expect(
      exits: 0, errors: "made 0 thumbnails, 0 unchanged, 6 photos small enough without")
    #expect(session.mirror().thumbnails == [])
  }

  @Test("A lost thumbnail is made in the mirror's format, and moves with its photo")
  func moved() async throws {
    let session = try await mirrored("--size 640 --thumbnail-format webp")
    let lost = try #require(session.mirror().thumbnails.first)
    try FileManager.default.removeItem(
      atPath: session.mirror().path + "/.photomirror/thumbnails/" + lost)
    #expect(try await session.run("verify photos").exitCode == 1)
    #expect(try await session.run("repair photos --progress none").exitCode == 0)
    #expect(session.mirror().thumbnails.contains(lost))
    try await session.run(words: ["rename", "photos", "--name", "{id}"]).expect(
      exits: 0, output: "…", errors: "…")
    let photo = try #require(session.mirror().photos.first)
    let stem = (photo as NSString).deletingPathExtension
    #expect(session.mirror().thumbnails.contains(stem + ".webp"))
    try await session.run("forget photos \(photo)").expect(exits: 0, output: "…", errors: "…")
    #expect(!session.mirror().thumbnails.contains(stem + ".webp"))
    let trashed = try #require(
      FileManager.default.subpaths(atPath: session.mirror().path + "/.photomirror/trash")?
        .first { $0.hasSuffix(photo) })
    try await session.run("restore photos .photomirror/trash/\(trashed)").expect(
      exits: 0, output: "…", errors: "…")
    #expect(session.mirror().thumbnails.contains(stem + ".webp"))
  }

  @Test("A photo that is damaged keeps the thumbnail that it had, and the rebuild says so")
  func damaged() async throws {
    let session = try await mirrored("--size 640")
    let photo = try #require(session.mirror().photos.first)
    try Data("damaged".utf8).write(to: URL(filePath: session.mirror().path + "/" + photo))
    let run = try await session.run("thumbnails photos --rebuild --thumbnail-format jpeg")
    #expect(run.exitCode == 1 && run.errors.contains("made 5 thumbnails, 0 unchanged, 1 failed"))
    #expect(extensions(session) == ["png", "jpg"])
    try await session.run("thumbnails photos").expect(
      exits: 0, output: "1 png\n5 jpeg\n0 own\n0 none")
  }

  @Test("Nothing is rebuilt where there is no mirror, nor without --rebuild")
  func refused() async throws {
    let session = try await Session("--photos", "1")
    #expect(try await session.run("thumbnails nowhere --rebuild").exitCode == 4)
    #expect(try await session.run("thumbnails nowhere").exitCode == 4)
    #expect(try await session.run("thumbnails nowhere --thumbnail 20").exitCode == 2)
    #expect(!session.mirror("nowhere").exists)
  }
}
