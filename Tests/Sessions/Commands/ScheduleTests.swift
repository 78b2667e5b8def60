import Foundation
import TestSupport
import Testing

@Suite("schedule", .timeLimit(.minutes(15)))
struct ScheduleTests {
  private func session(_ name: String = "holidays", _ more: String = "") async throws -> Session {
    var session = try await Session(
      configuration: "[mirror.'\(name)']\nsource='flickr:recent'\ndirectory='~/photos'\n\(more)")
    // A manager of this user, which a test must not change.
    session.environment["PATH"] = "/nowhere"
    return session
  }

  private func files(_ session: Session) -> [String] {
    let folder = session.folder.appending("config/systemd/user")
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test("A timer and the service are written, shown, and removed")
  func timer() async throws {
    let session = try await session()
    let run = try await session.run("schedule holidays daily")
    #expect(
      run.exitCode == 1 && run.errors.contains("systemctl cannot be started"), "\(run.errors)")
    #expect(files(session) == ["photomirror@.service", "photomirror@holidays.timer"])
    let list = try await session.run("schedule --list")
    #expect(list.output == "holidays  daily, not active\n")
    #expect(
      list.errors
        == "hint: 'systemctl --user enable --now photomirror@holidays.timer' starts what is not active\n"
    )
    _ = try await session.run("schedule --remove holidays")
    #expect(files(session) == [])
  }

  @Test("A list says which units a manager does not run")
  func active() async throws {
    var session = try await session("holidays", "verify='weekly'\n")
    _ = try await session.run("schedule holidays daily")
    let programs = session.folder.appending("programs")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let manager = "#!/bin/sh\necho \"$@\" >&2\n[ \"$5\" = photomirror@holidays.timer ]\n"
    try manager.write(toFile: "\(programs)/systemctl", atomically: true, encoding: .utf8)
    chmod("\(programs)/systemctl", 0o755)
    session.environment["PATH"] = "\(programs):/usr/bin:/bin"
    let list = try await session.run("schedule --list")
    #expect(list.output == "holidays  daily\nholidays  weekly, verify, not active\n")
    #expect(list.errors.hasPrefix("hint: ") && list.errors.contains("now photomirror-verify@"))
  }

  @Test(
    "A mirror that the configuration has verified gets a second timer, for the time that it says")
  func verification() async throws {
    let session = try await session("holidays", "verify='weekly'\nverify-for='20m'\n")
    _ = try await session.run("schedule holidays daily")
    let units = [
      "photomirror-verify@.service", "photomirror-verify@holidays.timer", "photomirror@.service",
      "photomirror@holidays.timer",
    ]
    #expect(files(session) == units)
    let service = try String(
      contentsOfFile: session.folder.appending("config/systemd/user/\(units[0])"), encoding: .utf8)
    #expect(service.contains(" verify --scheduled %I\n") && service.contains("NoNewPrivileges"))
    #expect(service.contains("\nLimitCORE=0\n"))
    #expect(
      try await session.run("schedule --list").output
        == "holidays  daily, not active\nholidays  weekly, verify, not active\n")
    try await session.run("sync holidays --limit 2 --size 240 --progress none").expect(exits: 0)
    try await session.run("verify --scheduled holidays").expect(
      exits: 0, errors: "verified 2 photos, …\nall files are read every 1 day at this pace")
    _ = try await session.run("schedule --remove holidays")
    #expect(files(session) == [])
  }

  @Test("A worker has a service of its own, in place of the timer, which systemd accepts")
  func worker() async throws {
    let session = try await session("holidays", "catalog='postgresql://db/holidays'\n")
    _ = try await session.run("schedule holidays daily")
    let run = try await session.run("schedule --worker holidays hourly")
    #expect(run.exitCode == 1 && run.errors.contains("photomirror work --stay 1h holidays"))
    #expect(files(session) == ["photomirror-work@holidays.service"])
    #expect(
      try await session.run("schedule --list").output == "holidays  hourly, worker, not active\n")
    let folder = session.folder.appending("config/systemd/user")
    let unit = try String(contentsOfFile: "\(folder)/\(files(session)[0])", encoding: .utf8)
    #expect(unit.contains(" work --stay 1h --progress log %I\n") && unit.contains("on-failure"))
    let verified = try await CommandRun.run(
      "/usr/bin/env",
      ["systemd-analyze", "--user", "--man=no", "verify", "photomirror-work@holidays.service"],
      environment: ["SYSTEMD_UNIT_PATH": folder + ":", "XDG_RUNTIME_DIR": session.folder.path])
    #expect(
      verified.exitCode == 0 && !verified.errors.contains("photomirror"), "\(verified.errors)")
    _ = try await session.run("schedule holidays daily")
    #expect(files(session) == ["photomirror@.service", "photomirror@holidays.timer"])
    _ = try await session.run("schedule --worker holidays weekly")
    _ = try await session.run("schedule --remove holidays")
    #expect(files(session) == [])
    let other = try await self.session()
    let refused = try await other.run("schedule --worker holidays hourly")
    #expect(refused.exitCode == 2 && refused.errors.contains("has no 'catalog' in a database"))
  }

  @Test("An interval or a time of verifications that does not exist is refused with its line")
  func invalidVerification() async throws {
    let session = try await session("holidays", "verify='monthly'\nverify-for='soon'\n")
    let run = try await session.run("config check")
    #expect(run.exitCode == 2, "\(run.errors)")
    #expect(
      run.output.contains("'verify' takes hourly, daily, weekly, not 'monthly'"), "\(run.errors)")
    #expect(run.output.contains("'verify-for' takes 1 to 2592000 seconds"), "\(run.errors)")
  }

  @Test("systemd finds nothing wrong with the units, whatever the mirror's name")
  func verified() async throws {
    for name in ["holidays", "my-photos.2024", "Été"] {
      let session = try await session(name, "verify='weekly'")
      _ = try await session.run("schedule \(name) weekly")
      let timer = try #require(files(session).last { $0.hasSuffix(".timer") })
      let verifying = try #require(files(session).first { $0.hasSuffix(".timer") })
      let escaped = try await CommandRun.run(
        "/usr/bin/env", ["systemd-escape", "--template=photomirror@.timer", name])
      #expect(escaped.output == timer + "\n")
      let verified = try await CommandRun.run(
        "/usr/bin/env", ["systemd-analyze", "--user", "--man=no", "verify", timer, verifying],
        environment: [
          "SYSTEMD_UNIT_PATH": session.folder.appending("config/systemd/user") + ":",
          "XDG_RUNTIME_DIR": session.folder.path,
        ])
      #expect(
        verified.exitCode == 0 && !verified.errors.contains("photomirror"), "\(verified.errors)")
    }
  }

  @Test("The service is restricted as far as a manager of a user can do that without privileges")
  func restricted() async throws {
    let session = try await session()
    let unit = try await session.run("schedule --unit").output
    let folder = try TemporaryDirectory()
    try Data(unit.utf8).write(to: URL(filePath: folder.appending("photomirror@.service")))
    // In tenths; without restrictions it is 94. What is left needs mount namespaces or capabilities.
    let rated = try await CommandRun.run(
      "/usr/bin/env",
      [
        "systemd-analyze", "--user", "--offline=yes", "--threshold=66", "security",
        folder.appending("photomirror@.service"),
      ], environment: ["XDG_RUNTIME_DIR": folder.path])
    #expect(rated.exitCode == 0, "\(rated.output) \(rated.errors)")
    #expect(rated.output.contains("Overall exposure level"))
    // Without these calls the program could not restrict its own parts.
    for call in [
      "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp",
    ] {
      #expect(unit.contains(call))
    }
    // Each of them keeps a user's service from starting, or has it refuse its modules.
    for setting in ["Private", "Protect", "CapabilityBoundingSet", "ReadWritePaths", "UMask"] {
      #expect(!unit.contains("\n\(setting)"))
    }
  }

  @Test("A mirror that is not in the configuration, or an interval that does not exist, is refused")
  func refused() async throws {
    let session = try await session()
    let unknown = try await session.run("schedule holiday daily")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("did you mean 'holidays'?"))
    #expect(try await session.run("schedule holidays dayly").errors.contains("'daily'"))
    #expect(try await session.run("schedule --remove holidays").exitCode == 2)
    #expect(files(session) == [])
  }

  @Test("A service manager gets READY, STATUS, WATCHDOG and STOPPING")
  func notices() async throws {
    var session = try await session()
    let path = session.folder.appending("notify")
    let socket = try DatagramSocket(at: path)
    session.environment["NOTIFY_SOCKET"] = path
    // The socket holds few messages, and is read at the end: one for the watchdog, at the start.
    session.environment["WATCHDOG_USEC"] = "600000000"
    #expect(try await session.run("sync holidays --limit 2 --size 240").exitCode == 0)
    let messages = socket.messages()
    #expect(messages.first == "READY=1" && messages.last == "STOPPING=1", "\(messages)")
    #expect(messages.contains("WATCHDOG=1"))
    #expect(messages.contains { $0.hasPrefix("STATUS=") })
  }
}

/// A socket that keeps what is sent to it.
private struct DatagramSocket {
  private let descriptor: Int32

  init(at path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// What has arrived.
  func messages() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
      messages.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    close(descriptor)
    return messages
  }
}
