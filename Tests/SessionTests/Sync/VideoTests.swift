import TestSupport
import Testing

@Suite("sync: videos", .serialized)
struct VideoTests {
  private let skipped = "3 videos were skipped: videos are not mirrored yet"

  @Test("Videos are skipped with a count, the photos are mirrored, and the run succeeds every time")
  func sync() async throws {
    let session = try await Session("--photos", "12", "--pictures", "4", "--video-every", "4")
    for mirrored in ["mirrored 9 photos", "mirrored 0 photos, 9 known"] {
      let run = try await session.run("sync --size Small flickr:recent photos")
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("\(mirrored)  ("), "\(run.errors)")
      #expect(run.errors.contains("\n\(skipped)\n"), "\(run.errors)")
    }
    #expect(session.mirror().photos.count == 9 && session.mirror().flaws() == [])
    let source = try #require(try await session.status().sources.first)
    #expect(source.mirrored == 9 && source.failed == 0 && source.waiting == 0)
  }

  @Test("Skipped videos are silent with --progress none, and counted in JSON and dry runs")
  func otherOutputs() async throws {
    let session = try await Session("--photos", "12", "--pictures", "4", "--video-every", "4")
    let dry = try await session.run("sync --dry-run flickr:recent photos")
    #expect(dry.exitCode == 0 && dry.errors.contains("\n\(skipped)\n"), "\(dry.errors)")
    let quiet = try await session.run("sync --size Small --progress none flickr:recent photos")
    #expect(quiet.exitCode == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    let json = try await session.run("sync --progress json flickr:recent photos")
    #expect(json.exitCode == 0 && json.errors.isEmpty)
    #expect(json.output.contains("video 5"), "\(json.output)")
    let last = try #require(json.output.split(separator: "\n").last)
    #expect(last.contains("\"skipped\":3") && last.contains("\"refused\":0"), "\(last)")
  }

  @Test("list shows the photos and says how many videos it skipped")
  func list() async throws {
    let session = try await Session("--photos", "12", "--pictures", "4", "--video-every", "4")
    let run = try await session.run("list flickr:recent")
    #expect(try run.exitCode == 0 && run.lines(of: ListedPhoto.self).count == 9)
    #expect(run.errors == skipped + "\n")
  }
}
