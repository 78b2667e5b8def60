import Foundation
import TestSupport
import Testing

@Suite("export", .serialized)
struct ExportTests {
  @Test("Each format has every mirrored photo, with its file")
  func formats() async throws {
    let session = try await Session("--photos", "8", "--pictures", "2")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let paths = Set(session.mirror().photos)
    struct Line: Decodable {
      let path: String
      let license: String?
      let sha256: String
    }
    let json = try await session.run("export photos")
    let lines = try json.lines(of: Line.self)
    #expect(json.exitCode == 0 && json.errors.isEmpty, "\(json.errors)")
    #expect(Set(lines.map(\.path)) == paths && lines.allSatisfy { $0.sha256.utf8.count == 64 })
    let csv = try await session.run("export --format csv photos")
    #expect(csv.exitCode == 0 && csv.output.hasPrefix("id,site,path,"))
    #expect(paths.allSatisfy { csv.output.contains("," + $0 + ",") }, "\(csv.output)")
    let saved = try await session.run("export --format csv photos -o photos.csv")
    let file = try String(
      contentsOfFile: session.folder.appending("photos.csv"), encoding: .utf8)
    #expect(saved.exitCode == 0 && saved.output.isEmpty && file == csv.output)
    let left = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
    #expect(left.allSatisfy { !$0.hasSuffix(".part") }, "\(left)")
    let html = try await session.run("export --format html photos")
    #expect(html.output.hasPrefix("<!DOCTYPE html>\n") && html.output.hasSuffix("</html>\n"))
    #expect(html.output.ranges(of: "<li>").count == 8)
    let sums = try await session.run("export --format sha256sum photos")
    let list = session.folder.appending("photos.sha256")
    try Data(sums.output.utf8).write(to: URL(filePath: list))
    let check = try await CommandRun.run(
      "/usr/bin/sha256sum", ["-c", "--strict", list], workingDirectory: session.mirror().path)
    #expect(check.exitCode == 0 && check.output.ranges(of: ": OK").count == 8, "\(check.errors)")
  }

  @Test("What was requested around photos, and their albums, are in each format")
  func details() async throws {
    let session = try await Session("--photos", "60", "--pictures", "4")
    let sync = try await session.run(
      "sync --size Square --thumbnail 0 --with all flickr:albums/30000003@N02 photos")
    #expect(sync.exitCode == 0, "\(sync.errors)")
    let catalog = session.mirror().catalog
    let json = try await session.run("export photos").output
    for (key, view) in [
      ("title\":\"Album", "album_photos"), ("author_name", "comments"), ("real_name", "people"),
    ] where try catalogRows(catalog, "SELECT count(*) FROM \(view)") != ["0"] {
      #expect(json.contains(key), "\(key)")
    }
    #expect(json.contains("\"views\":") && json.contains("\"value\":\"Leitz\""))
    let csv = try await session.run("export --format csv photos").output
    let html = try await session.run("export --format html photos").output
    #expect(csv.contains("Göteborg") && csv.contains("Make=Leitz"))
    #expect(html.contains("Göteborg, Sverige") && html.contains("<summary>EXIF: 3</summary>"))
  }

  @Test("Private photos are left out with a warning")
  func hidden() async throws {
    let session = try await Session("--photos", "3", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let sql = "update metadata set privacy = 'private' where photo = 2"
    _ = try catalogRows(session.mirror().catalog, sql)
    let run = try await session.run("export photos")
    #expect(run.exitCode == 0 && run.output.count(of: "\n") == 2)
    #expect(run.errors.contains("1 private photo is left out"), "\(run.errors)")
  }
}
