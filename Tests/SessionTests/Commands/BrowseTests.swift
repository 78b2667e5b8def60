import Foundation
import TestSupport
import Testing

@Suite("The command browse", .serialized)
struct BrowseTests {
  private func ask(_ address: String, _ options: String...) async throws -> (Int, String) {
    let run = try await CommandRun.run(
      "/usr/bin/curl",
      ["-sS", "--max-time", "60", "--path-as-is", "-w", "\n%{http_code}"] + options + [address])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
  }

  @Test("The gallery and its pictures are served, and nothing else is")
  func served() async throws {
    let session = try await Session("--photos", "2", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    let process = try session.start("browse --no-open photos")
    let address = try #require(await process.line(containing: "http://127.0.0.1:"))
    let root = String(address.dropLast("gallery/index.html".count))
    let first = try await ask(address, "-i")
    #expect(first.0 == 200 && first.1.contains("2 photos"), "\(first)")
    #expect(first.1.lowercased().contains("x-content-type-options: nosniff"))
    let page = try await ask(root + "gallery/photos/0/1.html")
    let link = /<figure class="r[0-9]+"><a href="\.\.\/\.\.\/\.\.\/([^"]*)"/
    let picture = try #require(page.1.firstMatch(of: link)).1
    #expect(try await ask(root + picture, "-o", "/dev/null").0 == 200)
    let part = try await ask(root + picture, "-o", "/dev/null", "-r", "1-3")
    #expect(part.0 == 206)
    #expect(try await ask(root + picture, "-r", "99999999-").0 == 416)
    #expect(try await ask(root, "-L").1.contains("2 photos"))
    for path in [
      ".photomirror/catalog.sqlite", ".photomirror/lock", "../photos/gallery/index.html",
      "%2e%2e/etc/passwd", "..%2f..%2fetc/passwd", "gallery/", "gallery", "gallery/%00", "none",
    ] {
      #expect(try await ask(root + path).0 == 404, "\(path)")
    }
    #expect(try await ask(address, "-X", "POST").0 == 405)
    #expect(try await ask(address, "-H", "Host: evil.example").0 == 421)
    let taken = try await session.run(
      "browse --no-open photos --port \(try #require(URL(string: address)?.port))")
    #expect(taken.exitCode == 4 && taken.errors.contains("cannot listen"), "\(taken.errors)")
    process.send(SIGINT)
    #expect(await process.end().exitCode == 0)
  }
}
