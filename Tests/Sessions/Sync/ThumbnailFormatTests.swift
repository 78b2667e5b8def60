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
    let session = try await mirrored("--size 640 --limit 3")
    #expect(extensions(session) == ["jpg"])
    try await session.run("thumbnails photos").expect(exits: 0, output: "3 jpeg thumbnails")
    try await session.run("thumbnails photos --rebuild --thumbnail-format webp --thumbnail 64")
      .expect(exits: 0, errors: "made 3 thumbnails, 0 unchanged")
    #expect(extensions(session) == ["webp"])
  }

  @Test("Nothing is rebuilt without --rebuild")
  func refused() async throws {
    let session = try await Session("--photos", "1")
    #expect(try await session.run("thumbnails nowhere --thumbnail 20").exitCode == 2)
    #expect(!session.mirror("nowhere").exists)
  }
}
