import Foundation
import TestSupport
import Testing

@Suite("The option --progress of sync", .serialized)
struct ProgressTests {
  /// The keys of each kind of event, as 'photomirror help json' documents them.
  private static let keys: [String: Set<String>] = [
    "started": ["source", "directory", "store", "resuming", "dry_run", "new_mirror"],
    "listed": ["page", "photos", "known_total", "last", "refused", "skipped", "bytes"],
    "progressed": ["id", "owner", "title", "received_bytes", "expected_bytes"],
    "retrying": ["id", "owner", "title", "reason", "attempt", "delay_seconds"],
    "ended mirrored": [
      "id", "owner", "title", "result", "path", "format", "width", "height", "bytes",
      "fetched_bytes", "warnings", "size", "size_reason", "attempts", "http_version",
      "name_lookup_seconds",
      "connected_seconds", "secured_seconds", "first_byte_seconds", "total_seconds",
    ],
    "ended known": ["id", "owner", "title", "result"],
    "ended unavailable": ["id", "owner", "title", "result", "reason", "since", "asked"],
    "ended would_fetch": ["id", "owner", "title", "result", "size", "url"],
    "ended failed": [
      "id", "owner", "title", "result", "stage", "reason", "will_retry", "attempts",
    ],
    "noted": ["text", "detail"],
    "finished": [
      "ending", "reason", "mirrored", "adopted", "known", "replaced", "restored", "forgotten",
      "left_out", "gone", "gone_kept", "gone_trashed", "gone_deleted", "gone_edited", "gone_limit",
      "missing", "listed_elsewhere", "would_fetch", "failed", "unavailable", "refused", "skipped",
      "fetched_bytes", "full_pass_in_seconds", "listing_complete", "details_pending",
      "elapsed_seconds",
    ],
  ]

  @Test(
    "--progress json writes one object a line, with exactly the keys that 'help json' documents")
  func json() async throws {
    var session = try await Session("--photos", "4", "--faults", "404=1")
    let failing = try await session.run("sync --progress json flickr:recent photos")
    #expect(failing.exitCode == 1)
    _ = try await session.run("sync --progress none flickr:recent gone")
    let refused = try await session.run("sync --progress json flickr:recent gone")
    #expect(refused.exitCode == 0)
    try await session.restartServer("--photos", "4")
    let runs = [
      failing, refused,
      try await session.run("sync --dry-run --progress json flickr:recent photos"),
      try await session.run("sync --progress json flickr:recent photos"),
      try await session.run("sync --progress json flickr:recent photos"),
      try await session.run("sync --progress json --verbose flickr:recent photos"),
    ]
    let help = try await session.run("help json").output
    var seen: Set<String> = []
    for line in runs.flatMap({ $0.output.split(separator: "\n") }) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      let kind = [object["event"], object["result"]].compactMap { $0 as? String }
        .joined(separator: " ")
      let keys = try #require(Self.keys[kind], "\(line)")
      #expect(Set(object.keys) == keys.union(["event", "time"]), "\(line)")
      #expect(keys.allSatisfy(help.contains), "\(line)")
      seen.insert(kind)
    }
    #expect(seen == Set(Self.keys.keys))
    #expect(runs.dropFirst().allSatisfy { $0.exitCode == 0 })
    #expect(runs.dropFirst().dropLast().allSatisfy { $0.errors.isEmpty })
    for run in runs {
      let events = try run.events
      #expect(events.first?.event == "started" && events.last?.event == "finished")
      #expect(events.endings.count == 4)
    }
  }

  @Test(
    "sync --verbose reports each request on standard error, without the key",
    arguments: ["json", "none"])
  func verbose(mode: String) async throws {
    var session = try await Session("--photos", "1")
    let key = String(repeating: "7391", count: 8)
    session.environment["FLICKR_API_KEY"] = key
    let run = try await session.run("sync --verbose --progress \(mode) flickr:recent photos")
    #expect(run.exitCode == 0 && !run.errors.contains(key) && !run.output.contains(key))
    let lines = run.errors.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("note      GET http://127.0.0.1:") }.count == 2)
    #expect(lines.filter { $0.contains("(HTTP/1.1)") }.count == 2, "\(run.errors)")
    let walls = lines.filter { $0.hasPrefix("note      sandbox: ") }
    for words in [
      "images are decoded in", "provider modules run in", "this process writes only in /",
    ] {
      #expect(walls.contains { $0.contains(words) }, "\(run.errors)")
    }
    #expect(walls.count == 3 && lines.count == 4 + walls.count)
  }

  @Test("--progress none prints nothing if the run succeeds")
  func none() async throws {
    let session = try await Session("--photos", "2")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    #expect(session.mirror().photos.count == 2)
  }

  @Test("A reader that closes the pipe does not stop a mirror")
  func head() async throws {
    let session = try await Session("--photos", "20")
    let run = try await CommandRun.run(
      "/bin/sh",
      [
        "-c",
        "{ \"$0\" sync --progress json flickr:recent \"$1\"; echo \"exit $?\" >&2; } | head -n 1",
        BuiltProducts.path("photomirror"), session.folder.appending("photos"),
      ], environment: session.environment)
    run.expect(exits: 0, output: #"{"event":"started",…}"#, errors: "exit 0")
    #expect(session.mirror().photos.count == 20 && session.mirror().flaws() == [])
  }

  @Test("--progress lines is plain text: a title cannot send commands to the terminal")
  func plain() async throws {
    let session = try await Session("--photos", "40", "--pictures", "4")
    let run = try await session.run("sync --size Small flickr:recent photos")
    #expect(run.exitCode == 0 && run.output.isEmpty)
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control && scalar != "\n"
    }
    #expect(!run.errors.unicodeScalars.contains(where: isControl))
    let isAboutPhoto = { (line: Substring) in line.hasPrefix("mirrored  ") }
    #expect(run.errors.split(separator: "\n").filter(isAboutPhoto).count == 40)
  }
}
