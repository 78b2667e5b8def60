import TestSupport
import Testing

@Suite("Videos in sync", .serialized)
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

  @Test(
    "Skipped videos are not reported with --progress none, and are counted in JSON and dry runs")
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

  @Test("Pages that hold only videos do not end a listing")
  func pagesOfVideos() async throws {
    let site = try WireServer { request in
      let number = request.target.firstMatch(of: /&page=([0-9]+)/).flatMap { Int($0.1) } ?? 1
      let media = number == 6 ? "photo" : "video"
      let body =
        #"{"photos":{"page":\#(number),"pages":6,"perpage":500,"total":6,"#
        + #""photo":[{"id":"\#(number)","media":"\#(media)"}]},"stat":"ok"}"#
      return [.ok(Array(body.utf8))]
    }
    var session = try await Session("--photos", "1")
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.url()
    let run = try await session.run("list flickr:user/1@N02")
    #expect(try run.exitCode == 0 && run.lines(of: ListedPhoto.self).map(\.id) == ["6"])
    #expect(run.errors == "5 videos were skipped: videos are not mirrored yet\n", "\(run.errors)")
  }

  @Test("A small --limit reaches beyond videos, and counts each of them once")
  func limit() async throws {
    let session = try await Session("--photos", "30", "--pictures", "4", "--video-every", "2")
    let run = try await session.run("list --limit 5 flickr:recent")
    #expect(try run.exitCode == 0 && run.lines(of: ListedPhoto.self).count == 5)
    // The first page of 5 has 2; the whole listing follows, and has 15.
    #expect(run.errors == "15 videos were skipped: videos are not mirrored yet\n", "\(run.errors)")
    #expect(try await session.server.stats().calls == ["flickr.photos.getRecent": 2])
  }
}
