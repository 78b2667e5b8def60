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
    #expect(try await session.run("gallery photos").exitCode == 0)
    for path in ["evil.html", "gallery/evil.html", "gallery/evil.xml", "gallery/search/evil.js"] {
      try Data("<script>alert(1)</script>".utf8).write(
        to: URL(filePath: session.folder.appending("photos/" + path)))
    }
    let forged = ["gallery/forged.html", "gallery/photos/0/x.js", "gallery/pictures/0/9-512.jpg"]
    let index = try Data(
      contentsOf: URL(filePath: session.folder.appending("photos/gallery/index.html")))
    for path in forged {
      let place = URL(filePath: session.folder.appending("photos/" + path))
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      // With the mark of this program's pages.
      try index.write(to: place)
    }
    let process = try session.start("browse --no-open photos")
    let address = try #require(await process.line(containing: "http://127.0.0.1:"))
    let root = String(address.dropLast("gallery/index.html".count))
    let first = try await ask(address, "-i")
    #expect(first.0 == 200 && first.1.contains("2 photos"), "\(first)")
    #expect(first.1.lowercased().contains("x-content-type-options: nosniff"))
    let page = try await ask(root + "gallery/photos/0/1.html")
    let link = /<figure class="photo r[0-9]+"><a href="\.\.\/\.\.\/\.\.\/([^"]*)"/
    let picture = try #require(page.1.firstMatch(of: link)).1
    #expect(try await ask(root + picture, "-o", "/dev/null").0 == 200)
    let part = try await ask(root + picture, "-o", "/dev/null", "-r", "1-3")
    #expect(part.0 == 206)
    #expect(try await ask(root + picture, "-r", "99999999-").0 == 416)
    #expect(try await ask(root, "-L").1.contains("2 photos"))
    for path in ["gallery/gallery.js", "gallery/search/search.js", "gallery/search/1.js"] {
      #expect(try await ask(root + path).0 == 200, "\(path)")
    }
    for path in [
      ".photomirror/catalog.sqlite", ".photomirror/lock", "../photos/gallery/index.html",
      "%2e%2e/etc/passwd", "..%2f..%2fetc/passwd", "gallery/", "gallery", "none",
      "evil.html", "gallery/evil.html", "gallery/evil.xml", "gallery/search/evil.js",
    ] + forged {
      #expect(try await ask(root + path).0 == 404, "\(path)")
    }
    let policy = "content-security-policy: default-src 'none'; "
    for path in ["gallery/index.html", "gallery/feed.xml", String(picture), "none", "gallery/%00"] {
      let answer = try await ask(root + path, "-i", "-o", "/dev/stdout", "--output", "-")
      #expect(answer.1.lowercased().contains(policy), "\(path)")
    }
    #expect(try await ask(root + "gallery/index.html%00.jpg").0 == 400)
    let port = try #require(URL(string: address)?.port)
    let twice = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nHost: 127.0.0.1:\(port)\r\n"
    let answer = received(on: try connected(to: port, sending: twice + "Connection: close\r\n\r\n"))
    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    #expect(try await ask(address, "-X", "POST").0 == 405)
    #expect(try await ask(address, "-H", "Host: evil.example").0 == 421)
    let taken = try await session.run(
      "browse --no-open photos --port \(try #require(URL(string: address)?.port))")
    #expect(taken.exitCode == 4 && taken.errors.contains("cannot listen"), "\(taken.errors)")
    process.send(SIGINT)
    #expect(await process.end().exitCode == 0)
  }

  @Test(
    "Pages and records that somebody else's program wrote are written again before they are served")
  func strangers() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    try await session.run("sync --size 640 --progress none flickr:recent photos").expect(exits: 0)
    var stranger = session
    stranger.environment["XDG_STATE_HOME"] = session.folder.appending("stranger")
    #expect(try await stranger.run("gallery photos").exitCode == 0)
    // With the size and the time of the stranger's record.
    let place = session.folder.appending("photos/gallery/photos/0/1.html")
    let page = try #require(FileManager.default.contents(atPath: place))
    let date = try #require(
      FileManager.default.attributesOfItem(atPath: place)[.modificationDate] as? Date)
    let evil = Data("<script>alert(1)</script>".utf8) + page.dropFirst(25)
    let records = session.folder.appending("photos/gallery/.photomirror-pages")
    for environment in [session.folder.appending("state"), "/dev/null"] {
      try evil.write(to: URL(filePath: place))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: place)
      var user = session
      user.environment["XDG_STATE_HOME"] = environment
      let process = try user.start("browse --no-open photos")
      let address = try #require(await process.line(containing: "http://127.0.0.1:"))
      let shown = try await ask(address.replacing("index.html", with: "photos/0/1.html"))
      #expect(shown.0 == 200 && !shown.1.contains("alert(1)"), "\(environment): \(shown)")
      process.send(SIGINT)
      #expect(await process.end().exitCode == 0)
      #expect(FileManager.default.contents(atPath: place) == page)
      // Without a state folder nothing is left that another run would believe.
      #expect(FileManager.default.fileExists(atPath: records) == (environment != "/dev/null"))
    }
    let key = session.folder.appending("state/photomirror/gallery.key")
    let attributes = try FileManager.default.attributesOfItem(atPath: key)
    #expect(attributes[.size] as? Int == 32 && attributes[.posixPermissions] as? Int == 0o600)
  }

  /// A connection to the server, with the beginning of a request.
  private func connected(to port: Int, sending text: String) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    _ = send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    return socket
  }

  /// What the server sends before it closes the connection.
  private func received(on socket: Int32) -> String {
    defer { close(socket) }
    var (text, bytes) = ("", [UInt8](repeating: 0, count: 4096))
    while true {
      let count = recv(socket, &bytes, bytes.count, 0)
      guard count > 0 else { return text }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test("Requests that never end keep few connections, and each for ten seconds")
  func halfRequests() async throws {
    let session = try await Session("--photos", "1", "--pictures", "1")
    try await session.run("sync --size 240 --progress none flickr:recent photos").expect(exits: 0)
    let process = try session.start("browse --no-open photos")
    let address = try #require(await process.line(containing: "http://127.0.0.1:"))
    let port = try #require(URL(string: address)?.port)
    let sockets = try (0..<30).map { _ in try connected(to: port, sending: "GET /") }
    // Until the server closes them.
    for socket in sockets { #expect(!received(on: socket).contains("200")) }
    // The server counts them a moment longer.
    let last = try await ask(address, "--retry", "5", "--retry-delay", "1", "--retry-all-errors")
    #expect(last.0 == 200)
    process.send(SIGINT)
    #expect(await process.end().exitCode == 0)
  }
}
