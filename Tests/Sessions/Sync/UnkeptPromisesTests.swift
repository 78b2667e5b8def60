import Foundation
import Locking
import TestSupport
import Testing

/// Answers that are not what was asked for or promised, as servers send them.
@Suite("What servers send against the protocol", .serialized)
struct UnkeptPromisesTests {
  private static let sync = "sync --progress none --thumbnail 0 --sidecar none"

  private func session(_ lines: String, in name: String) async throws -> Session {
    let session = try await Session("--photos", "1")
    try Data(lines.utf8).write(to: URL(filePath: session.folder.appending(name)))
    return session
  }

  @Test(
    "A file that is not the one of the list is fetched twice, once, and then not until its time comes",
    arguments: ["sha256", "bytes", "empty"])
  func promise(kind: String) async throws {
    let site = try WireServer { _ in
      // Without a length, so that a wrong one is known only at the end.
      let body = kind == "empty" ? [] : TinyPicture.png
      return [
        .response("200 OK", ["Transfer-Encoding: chunked", "Content-Type: image/png"])
      ]
        + (body.isEmpty
          ? [] : [.send("\(String(body.count, radix: 16))\r\n"), .send(body), .send("\r\n")])
        + [.send("0\r\n\r\n")]
    }
    let column = kind == "sha256" ? "sha256" : "bytes"
    let value = ["sha256": String(repeating: "0", count: 64), "bytes": "99"][kind] ?? ""
    let session = try await session(
      "url,\(column)\n\(site.url("/1.png")),\(value)\n", in: "list.csv")
    var (codes, counts): ([Int32?], [Int]) = ([], [])
    for _ in 0..<4 {
      let before = site.requests.count
      let run = try await session.run(
        "\(Self.sync) --set urls.hosts=\(site.url()) urls:list.csv photos")
      codes.append(run.exitCode)
      counts.append(site.requests.count - before)
    }
    #expect(codes == [1, 0, 0, 0])
    // A length is compared once more over a new connection.
    #expect(counts == (kind == "bytes" ? [4, 2, 0, 0] : [2, 1, 0, 0]))
    #expect(session.mirror().photos.isEmpty)
  }

  @Test("A picture that its server compresses is mirrored, with the digest and length of the list")
  func compressed() async throws {
    let folder = try TemporaryDirectory()
    let file = folder.appending("1.png")
    try Data(TinyPicture.png).write(to: URL(filePath: file))
    let zipped = try await CommandRun.run("/bin/gzip", ["-n", "-k", file])
    #expect(zipped.exitCode == 0)
    let bytes = Array(try Data(contentsOf: URL(filePath: file + ".gz")))
    let site = try WireServer { _ in [.ok(bytes, ["Content-Encoding: gzip"])] }
    let session = try await session(
      "url,bytes\n\(site.url("/1.png")),\(TinyPicture.png.count)\n", in: "list.csv")
    let run = try await session.run(
      "\(Self.sync) --set urls.hosts=\(site.url()) urls:list.csv photos")
    #expect(run.exitCode == 0 && session.mirror().photos.count == 1, "\(run.errors)")
  }

  @Test(
    "A feed is mirrored as a gzip file, behind a cookie, and after an answer that was not ready")
  func feeds() async throws {
    let (folder, waits) = (try TemporaryDirectory(), Locked(0))
    let file = folder.appending("feed.xml")
    let site = try WireServer { request in
      let host = request.headers["host"] ?? ""
      let feed = Array(
        """
        <rss version="2.0"><channel><title>x</title><item><guid>1</guid>
        <enclosure url="http://\(host)/1.png" type="image/png"/></item></channel></rss>
        """.utf8)
      switch request.target {
      case "/1.png": return [.ok(TinyPicture.png)]
      case "/cookie" where request.headers["cookie"] != "seen=1":
        return [
          .response("302 Found", ["Location: /cookie", "Set-Cookie: seen=1", "Content-Length: 0"])
        ]
      case "/later"
      where waits.withLock({
        $0 += 1
        return $0
      }) < 2:
        return [.response("202 Accepted", ["Retry-After: 1", "Content-Length: 0"])]
      case "/feed.xml.gz":
        try? Data(feed).write(to: URL(filePath: file))
        let gzip = try? Process.run(
          URL(filePath: "/bin/gzip"), arguments: ["-n", "-f", "-k", file])
        gzip?.waitUntilExit()
        return [.ok(Array((try? Data(contentsOf: URL(filePath: file + ".gz"))) ?? Data()))]
      default: return [.ok(feed)]
      }
    }
    for target in ["/feed.xml.gz", "/cookie", "/later"] {
      let session = try await Session("--photos", "1")
      let run = try await session.run("\(Self.sync) feed:\(site.url(target)) photos")
      #expect(run.exitCode == 0 && session.mirror().photos.count == 1, "\(target): \(run.errors)")
    }
  }

  @Test("The address of a page instead of its feed is an error that names the feed")
  func page() async throws {
    let site = try WireServer { _ in
      [
        .ok(
          Array(
            "<!doctype html><meta charset=utf-8><link rel=alternate type=application/rss+xml href=/f><p>x<br>"
              .utf8), ["Content-Type: text/html"])
      ]
    }
    let session = try await Session("--photos", "1")
    let run = try await session.run("\(Self.sync) feed:\(site.url("/blog")) photos")
    #expect(
      run.exitCode != 0 && run.errors.contains("write feed:\(site.url("/f"))"), "\(run.errors)")
  }
}
