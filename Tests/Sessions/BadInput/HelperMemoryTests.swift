import Foundation
import TestSupport
import Testing

/// What the processes that read strangers' bytes have in their memory.
@Suite("Memory of the processes without rights", .serialized)
struct HelperMemoryTests {
  /// One for each way by which a secret comes into the command.
  private struct Planted {
    private(set) var session: Session
    /// Parts of all secrets.
    let mark = "PLANTED\(UUID().uuidString.prefix(8))"
    /// The names of those that the command has in its memory, whatever it does.
    let names = [
      "variable", "unknown", "aws", "database", "proxy", "file", "command", "token", "setting",
    ]

    func secret(_ name: String) -> String { "\(mark)-\(name)" }

    init() async throws {
      session = try await Session("--photos", "1")
      let folder = session.folder
      session.environment["HOME"] = folder.path
      session.environment["XDG_STATE_HOME"] = folder.appending("state")
      var environment: [String: String?] = [
        "MY_PRIVATE": secret("unknown"), "AWS_SECRET_ACCESS_KEY": secret("aws"),
        "PGPASSWORD": secret("database"), "FLICKR_API_SECRET": nil, "FLICKR_API_KEY": nil,
        "https_proxy": "http://somebody:\(secret("proxy"))@127.0.0.1:1/",
        "OTHER_KEY": secret("variable"),
        // The command's own memory shows that secrets can be found.
        "PHOTOMIRROR_DUMPABLE": "1",
      ]
      environment.merge(session.environment) { own, _ in own }
      session.environment = environment
      for path in ["config/photomirror", "state/photomirror/accounts"] {
        try FileManager.default.createDirectory(
          atPath: folder.appending(path), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
      try write("config/photomirror/secret", secret("file"))
      // The command's words are not the secret.
      try write(
        "config/photomirror/config.toml",
        """
        [provider.flickr]
        key_command = "printf '%s-%s' \(mark) command"
        secret_file = "~/config/photomirror/secret"
        """)
      try write(
        "state/photomirror/accounts/flickr.json",
        #"{"values":{"token":"\#(secret("token"))","token-secret":"\#(secret("setting"))"},"origins":{},"id":"1","name":"n"}"#
      )
    }

    private func write(_ path: String, _ text: String) throws {
      let file = session.folder.appending(path)
      try Data(text.utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }

    /// The secrets in the memory of a process; nil if it cannot be read.
    func found(in process: pid_t) throws -> [String]? {
      guard let memory = ProcessMemory(process) else { return nil }
      return try names.filter { try memory.contains(Array(secret($0).utf8)) }
    }
  }

  @Test(
    "No secret of the user is in the memory of decoders, modules, and the process of --on-end")
  func modules() async throws {
    let planted = try await Planted()
    let asked = Latch()
    let site = try WireServer { _ in [.open(asked), .untilClosed] }
    var session = planted.session
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = site.url()
    let run = try session.start("sync --on-end true flickr:recent photos")
    Task {
      _ = await run.end()
      asked.open()
    }
    await asked.wait()
    let found = try check(planted, below: run, controls: ["unknown", "token", "file"])
    // Three servers, a decoder and a module.
    #expect(found.filter { $0.name == "photomirror-hel" }.count >= 5, "\(found)")
    run.send(SIGKILL)
    _ = await run.end()
  }

  @Test("No secret of the user is in the memory of a provider that is a program")
  func programs() async throws {
    let planted = try await Planted()
    let asked = Latch()
    let site = try WireServer { _ in [.open(asked), .untilClosed] }
    try ExecutableFile.write(
      """
      #!/usr/bin/python3
      import json, sys
      for line in sys.stdin:
          message = json.loads(line)
          answers = {
              "manifest": {"name": "own", "version": "1", "summary": "",
                           "sources": [{"usage": "x", "summary": ""}],
                           "settings": [{"name": "site", "summary": ""}]},
              "page-request": {"url": "\(site.url())"}}
          said = {"answer": answers[message["method"]]} if message["method"] in answers else {"unsupported": True}
          print(json.dumps({"id": message["id"], **said}), flush=True)

      """, to: planted.session.folder.appending("photomirror-provider-own"))
    let run = try planted.session.start(
      "sync --provider-path . --set own.site=\(site.url()) own:x photos")
    Task {
      _ = await run.end()
      asked.open()
    }
    await asked.wait()
    let found = try check(planted, below: run, controls: ["unknown", "database"])
    #expect(found.contains { $0.name.hasPrefix("photomirror-pro") || $0.name.hasPrefix("python") })
    run.send(SIGKILL)
    _ = await run.end()
  }

  /// Every process below this one lacks all secrets, and this one has some, which shows that they can be found.
  private func check(
    _ planted: Planted, below run: RunningProcess, controls: [String]
  ) throws -> [ProcessTree.Entry] {
    let command = run.identifier
    let own = try #require(try planted.found(in: command), "\(run.standardError)")
    #expect(Set(controls).isSubset(of: own), "the command has \(own)")
    let processes = ProcessTree.below(command)
    for process in processes {
      // Of a user who is not root, only the servers can be read: the helpers are copies of them.
      if let found = try planted.found(in: process.number) {
        #expect(found == [], "\(process)")
      }
    }
    return processes
  }
}

/// The processes of the system (proc(5)).
private enum ProcessTree {
  struct Entry: CustomStringConvertible {
    let number: pid_t
    let parent: pid_t
    let name: String

    var description: String { "\(name) (\(number))" }
  }

  /// Those that a process has started, with those that they have started.
  static func below(_ process: pid_t) -> [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let all = names.compactMap { pid_t($0) }.compactMap(entry)
    var found: [Entry] = []
    var parents: Set<pid_t> = [process]
    while true {
      let children = all.filter { one in
        parents.contains(one.parent) && !found.contains { $0.number == one.number }
      }
      guard !children.isEmpty else { return found }
      found += children
      parents = Set(children.map(\.number))
    }
  }

  private static func entry(_ number: pid_t) -> Entry? {
    guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
    else { return nil }
    let rest = stat[close...].split(separator: " ")
    guard rest.count > 2, let parent = pid_t(rest[2]) else { return nil }
    return Entry(
      number: number, parent: parent, name: String(stat[stat.index(after: open)..<close]))
  }
}

/// The memory of another process: all that its maps name.
private struct ProcessMemory {
  private let file: FileHandle
  private let regions: [(start: UInt64, end: UInt64)]

  /// Nil if this user may not read it.
  init?(_ process: pid_t) {
    guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/mem"),
      let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
    else { return nil }
    self.file = file
    regions = maps.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      let ends = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2, parts[1].hasPrefix("r"), !line.hasSuffix("[vsyscall]"),
        !line.contains("[vvar")
      else { return nil }
      return (ends[0], ends[1])
    }
  }

  private static func holds(_ bytes: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var start = 0
      while bytes.count - start >= text.count,
        let found = memchr(bytes.baseAddress! + start, Int32(text[0]), bytes.count - start)
      {
        start = bytes.baseAddress!.distance(to: UnsafeRawPointer(found))
        guard bytes.count - start >= text.count else { return false }
        if memcmp(found, text, text.count) == 0 { return true }
        start += 1
      }
      return false
    }
  }

  func contains(_ text: [UInt8]) throws -> Bool {
    let step: UInt64 = 8 << 20
    for region in regions {
      var start = region.start
      while start < region.end {
        let count = Int(min(region.end - start, step + UInt64(text.count)))
        var bytes = [UInt8](repeating: 0, count: count)
        let result = pread(file.fileDescriptor, &bytes, count, off_t(truncatingIfNeeded: start))
        if Self.holds(bytes[..<max(0, result)], text) { return true }
        start += step
      }
    }
    return false
  }
}
