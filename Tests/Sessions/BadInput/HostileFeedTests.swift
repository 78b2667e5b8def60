import Foundation
import TestSupport
import Testing

/// A feed with malicious content: invalid entries, addresses of other hosts, and texts that control
/// a terminal.
@Suite("Bad input: a hostile feed", .serialized)
struct HostileFeedTests {
  /// Sets a title, clears the screen, reverses the text's direction, and has invisible characters
  /// and line breaks.
  private static let text =
    "a\u{1B}]0;owned\u{07}\u{1B}[2J\u{9B}31m\u{202E}b\u{2066}\u{200B}\u{E0041}\r\n\u{85}\u{2028}c\u{7F}"
  private static let good = 6

  /// Each of these is in the feed a hundred times.
  private static let bad: [[String: String]] = [
    ["image": "HOST/picture.png"], ["id": "a\u{1B}b", "image": "HOST/picture.png"],
    ["id": String(repeating: "x", count: 1000), "image": "HOST/picture.png"],
    ["id": "f", "image": "file:///etc/passwd"], ["id": "g", "image": "gopher://127.0.0.1/1"],
  ]

  /// The response with the image at `/encoded` has a header that appears in a message.
  private func site() throws -> WireServer {
    let photos = (0..<Self.good).map {
      ["id": "\($0)\u{202E}", "title": Self.text, "summary": Self.text, "image": "HOST/\($0).png"]
    }
    let rest = [
      ["id": "e", "title": Self.text, "image": "HOST/encoded"],
      ["id": "r", "title": Self.text, "image": "HOST/redirected"],
    ]
    let items = Array(repeating: Self.bad, count: 100).flatMap(\.self) + rest + photos
    let feed = String(
      decoding: try JSONSerialization.data(
        withJSONObject: ["version": "1", "title": Self.text, "items": items],
        options: .withoutEscapingSlashes),
      as: UTF8.self)
    return try WireServer { request in
      let host = "http://" + (request.headers["host"] ?? "")
      switch request.target {
      case "/feed": return [.ok(Array(feed.replacing("HOST", with: host).utf8))]
      // A picture would be taken whatever its coding is called.
      case "/encoded":
        return [.ok(TinyPicture.png.reversed(), ["Content-Encoding: \(Self.text.prefix(20))"])]
      case "/redirected":
        return [.response("302 Found", ["Location: file:///\u{1B}[2J", "Content-Length: 0"])]
      default: return [.ok(TinyPicture.png)]
      }
    }
  }

  /// No character that moves a cursor, hides or reorders text.
  private func expectPlain(_ run: CommandRun, _ what: Comment) {
    for scalar in (run.output + run.errors).unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        Issue.record("\(what): U+\(String(scalar.value, radix: 16))")
        return
      default: continue
      }
    }
  }

  @Test(
    "A hostile feed costs no valid photo and controls no output",
    arguments: ["lines", "json", "none"])
  func sync(mode: String) async throws {
    let session = try await Session("--photos", "1")
    let site = try site()
    let source = "jsonfeed:" + site.url("/feed")
    let run = try await session.run("sync --verbose --progress \(mode) \(source) photos")
    #expect(run.exitCode == 1)
    #expect(session.mirror().photos.count == Self.good, "\(run.errors)")
    #expect(session.mirror().flaws() == [])
    expectPlain(run, "sync")
    for command in ["list --verbose \(source)", "list --json \(source)"] {
      let list = try await session.run(command)
      #expect(list.exitCode == 1 && list.output.count { $0 == "\n" } == Self.good + 2)
      expectPlain(list, "\(command)")
    }
    for command in ["status photos", "status --json photos", "verify photos"] {
      let run = try await session.run(command)
      #expect(run.exitCode == 0)
      expectPlain(run, "\(command)")
    }
  }
}
