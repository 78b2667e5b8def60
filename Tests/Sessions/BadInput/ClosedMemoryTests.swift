import Foundation
import TestSupport
import Testing

/// What other processes of the user see of the command, which is started as an ordinary user: root can read all.
@Suite("Memory of the command", .serialized, .timeLimit(.minutes(5)))
struct ClosedMemoryTests {
  /// Writes which of the process's files can be opened.
  private static let opener = """
    for name in environ mem maps; do
      if (exec 9<"/proc/$1/$name") 2>/dev/null; then echo "$name open"; else echo "$name closed"; fi
    done
    """

  /// Runs the words as a user who is not root.
  private static let ordinary =
    geteuid() == 0
    ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
    : ["/usr/bin/env"]

  /// A session whose folder belongs to that user.
  private func session() async throws -> Session {
    let session = try await Session("--photos", "3")
    if geteuid() == 0 {
      try #require(chown(session.folder.path, 65534, 65534) == 0)
    }
    return session
  }

  private func start(_ words: [String], in session: Session) throws -> RunningProcess {
    var environment = session.environment
    environment["HOME"] = session.folder.path
    let all = Self.ordinary + words
    return try RunningProcess(
      all[0], Array(all.dropFirst()), environment: environment,
      workingDirectory: session.folder.path)
  }

  /// Starts a run that waits for its site, and returns it when it has asked.
  private func waitingRun(_ prefix: [String] = [], in session: Session) async throws
    -> (RunningProcess, WireServer)
  {
    let asked = Latch()
    let site = try WireServer { _ in [.open(asked), .untilClosed] }
    var session = session
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.url()
    let run = try start(
      prefix + [BuiltProducts.path("photomirror"), "sync", "flickr:recent", "photos"], in: session)
    Task {
      _ = await run.end()
      asked.open()
    }
    await asked.wait()
    return (run, site)
  }

  @Test("Another process of the user cannot open the environment and the memory of a run")
  func closed() async throws {
    let session = try await session()
    for (words, expected) in [([], "closed"), (["env", "PHOTOMIRROR_DUMPABLE=1"], "open")] {
      let (run, site) = try await waitingRun(words, in: session)
      let seen = try await start(
        ["/bin/bash", "-c", Self.opener, "sh", String(run.identifier)], in: session
      ).end()
      #expect(
        seen.output == "environ \(expected)\nmem \(expected)\nmaps \(expected)\n",
        "\(seen.errors) \(run.standardError)")
      run.send(SIGKILL)
      _ = await run.end()
      _ = site
    }
  }

  @Test("A run that is ended by SIGQUIT leaves no core file")
  func core() async throws {
    let session = try await session()
    // Background jobs of a shell, such as these tests may be, ignore the signal.
    let shell = [
      "/usr/bin/env", "--default-signal=QUIT", "/bin/bash", "-c",
      "ulimit -c unlimited && exec \"$@\"", "sh",
    ]
    let (run, _) = try await waitingRun(shell, in: session)
    run.send(SIGQUIT)
    #expect(await run.end().status == .killed(signal: SIGQUIT))
    let names = try FileManager.default.contentsOfDirectory(atPath: session.folder.path)
    #expect(names.filter { $0.hasPrefix("core") } == [])
  }

  @Test("The memory is closed before the configuration and the files of keys are opened")
  func first() async throws {
    let session = try await Session("--photos", "3")
    let folder = session.folder.appending("config/photomirror")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("[provider.flickr]\nkey_file = \"\(folder)/key\"\n".utf8)
      .write(to: URL(filePath: folder + "/config.toml"))
    try Data("demo".utf8).write(to: URL(filePath: folder + "/key"))
    chmod(folder + "/key", 0o600)
    let log = session.folder.appending("calls")
    let run = try await CommandRun.run(
      "/usr/bin/strace",
      ["-f", "-o", log, "-e", "trace=prctl,openat", BuiltProducts.path("photomirror")]
        + ["list", "flickr:recent"],
      environment: session.environment.merging(["FLICKR_API_KEY": nil]) { $1 },
      workingDirectory: session.folder.path)
    try #require(run.exitCode == 0, "\(run.errors)")
    let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    let place = { (text: String) in calls.firstIndex { $0.contains(text) } }
    let closing = try #require(place("PR_SET_DUMPABLE, SUID_DUMP_DISABLE"))
    #expect(closing < (try #require(place("/config.toml"))))
    #expect(closing < (try #require(place("\(folder)/key\""))))
  }

  @Test("An ordinary user's commands find their modules, libraries and place with a closed memory")
  func ordinary() async throws {
    let session = try await session()
    let photomirror = BuiltProducts.path("photomirror")
    for words in [
      ["sync", "--require-sandbox", "flickr:recent", "photos"], ["verify", "photos"],
      ["gallery", "photos"], ["providers"], ["status", "photos"],
    ] {
      let run = try await start([photomirror] + words, in: session).end()
      #expect(run.exitCode == 0, "\(words) \(run.errors)")
    }
    let report = try await start([photomirror, "doctor"], in: session).end()
    let open = try await start(
      ["env", "PHOTOMIRROR_DUMPABLE=1", photomirror, "doctor"], in: session
    )
    .end()
    #expect(report.output == open.output && report.status == open.status, "\(report.errors)")
  }
}
