import Foundation
import TestSupport
import Testing

@Suite("The command status", .serialized)
struct StatusTests {
  @Test("status reports a mirror as a table and as an object")
  func complete() async throws {
    let session = try await Session("--photos", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE         MIRRORED  WAITING  FAILED  …BYTES  LISTING
        flickr:recent         3        0       0  …B  complete, …T…Z
        sandbox: …
        """)
    let status = try await session.status()
    let source = try #require(status.sources.first)
    let bytes = session.mirror().contents().values.reduce(0) { $0 + $1.count }
    #expect(source.mirrored == 3 && source.failed == 0 && source.bytes == bytes)
    #expect(source.finishedAt != nil && !source.isInterrupted)
    #expect(status.failures.isEmpty && status.parts == 0 && status.writer == nil)
    let both = try await session.run("status photos photos")
    #expect(both.exitCode == 0 && both.output.ranges(of: "SOURCE  ").count == 2, "\(both.output)")
    let lines = try await session.run("status --json=directory,parts photos photos")
    #expect(lines.output == String(repeating: "{\"directory\":\"photos\",\"parts\":0}\n", count: 2))
  }

  @Test("A run in progress is not reported as interrupted")
  func underWay() async throws {
    let session = try await Session("--photos", "2", "--faults", "stall=1")
    let process = try session.start(
      "sync --stall-timeout 3600 --progress json flickr:recent photos")
    _ = try #require(await process.line(containing: #""received_bytes":16384"#))
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE  …
        flickr:recent         0        2       0    0 B  incomplete
        … in progress (… on disk)
        a sync is running (process …)
        sandbox: …
        """)
    process.send(SIGKILL)
    #expect(await process.end().status == .killed(signal: SIGKILL))
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE  …
        flickr:recent         0        2       0    0 B  interrupted; 'sync' resumes
        … to resume (… on disk)
        sandbox: …
        """)
  }

  @Test("Photos with the same failure are reported together and by name, whatever their addresses")
  func failures() async throws {
    let session = try await Session("--photos", "5", "--faults", "403=1")
    let photos = try await session.list()
    let run = try await session.run("sync --attempts 1 --jobs 1 flickr:recent photos")
    let host = "http://127.0.0.1:\(session.server.address.port ?? 0)"
    #expect(run.exitCode == 1 && run.errors.contains("5 × \(host): status 403\n"), "\(run.errors)")
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE  …
        flickr:recent         0        0       5    0 B  complete, …
        failed: 5 × \(host): status 403
            \(photos[0].id)…
            \(photos[1].id)…
            \(photos[2].id)…
            and 2 more
        sandbox: …
        """)
    let failure = try #require(try await session.status().failures.first)
    #expect(failure.photos == 5 && failure.ids == photos.map(\.id))
  }

  @Test("A photo of two sources is counted once, and a note says so")
  func severalSources() async throws {
    let session = try await Session("--photos", "3")
    let owner = try #require(try await session.list().first?.owner)
    for source in ["flickr:recent", "flickr:user/\(owner)"] {
      try await session.run("sync --progress none \(source) photos").expect(exits: 0)
    }
    try await session.run("status photos").expect(
      exits: 0,
      output: """
        SOURCE  …
        flickr:recent …  3        0       0  … complete, …
        flickr:user/\(owner) …  0        0       0  … complete, …
        a photo of several sources is counted under the first one that listed it
        sandbox: …
        """)
  }

  /// Whether this user may mount file systems in a namespace (user_namespaces(7)).
  static func mayMount() async -> Bool {
    let run = try? await CommandRun.run(
      "/usr/bin/env", ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
    return run?.exitCode == 0
  }

  @Test(
    "A read-only mirror is reported and verified, and a dry run compares with it",
    .enabled("needs mount namespaces") { await mayMount() })
  func readOnly() async throws {
    let session = try await Session("--photos", "3")
    try await session.run("sync --progress none flickr:recent photos").expect(exits: 0)
    // The mount is private to this shell and ends with it.
    let script = """
      mount --bind photos photos && mount -o remount,bind,ro photos && ! touch photos/x
      "$0" status photos && "$0" verify photos && "$0" sync --dry-run flickr:recent photos
      """
    let run = try await CommandRun.run(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, BuiltProducts.path("photomirror")],
      environment: session.environment, workingDirectory: session.folder.path)
    run.expect(
      exits: 0,
      output: """
        SOURCE  …
        flickr:recent         3        0       0  … complete, …
        sandbox: …
        """,
      errors: """
        touch: …
        verified 3 photos, …: 0 missing, 0 changed
        dry run of flickr:recent into photos
        would fetch 0 photos, 3 known  (…)
        """)
  }

  @Test("status creates no mirror if there is none")
  func none() async throws {
    let session = try await Session()
    try await session.run("status photos").expect(
      exits: 4,
      errors: """
        photomirror: error: there is no mirror in photos
        hint: 'photomirror sync SOURCE photos' creates one
        """)
    #expect(!session.mirror().exists)
  }

  @Test("A directory's name is printed without control characters")
  func oddDirectory() async throws {
    let session = try await Session("--photos", "1")
    let name = "ph\u{1B}]0;title\u{07}\u{1B}[31motos\u{9B}5m"
    try await session.run(words: ["sync", "--progress", "none", "flickr:recent", name]).expect(
      exits: 0)
    let aside = session.folder.appending(name + "/.photomirror/set-aside")
    try FileManager.default.createDirectory(atPath: aside, withIntermediateDirectories: true)
    try Data("broken".utf8).write(to: URL(filePath: aside + "/1.jpg"))
    let run = try await session.run(words: ["status", name])
    #expect(run.exitCode == 0 && run.output.contains("set aside in photos/.photomirror/set-aside"))
    #expect(
      !run.output.unicodeScalars.contains {
        $0.properties.generalCategory == .control && $0 != "\n"
      })
  }
}
