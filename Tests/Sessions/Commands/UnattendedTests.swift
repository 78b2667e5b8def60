import Foundation
import TestSupport
import Testing

/// Runs that nobody watches: reports, metrics, the command at the end, and two runs that meet.
@Suite("Unattended runs", .timeLimit(.minutes(15)))
struct UnattendedTests {
  private struct Report: Decodable {
    struct Run: Decodable {
      let name: String?
      let source: String
      let ending: String
      let exitStatus: Int
      let mirrored: Int
      let known: Int
      let failed: Int
      let reason: String?
    }
    let runs: [Run]
  }

  private let holidays =
    "[mirror.holidays]\nsource='flickr:recent'\ndirectory='~/photos'\nlimit=3\nsize='240'\n"

  private func report(_ session: Session, _ name: String = "report.json") throws -> [Report.Run] {
    let data = try Data(contentsOf: URL(filePath: session.folder.appending(name)))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Report.self, from: data).runs
  }

  private func text(_ session: Session, _ name: String) throws -> String {
    try String(contentsOfFile: session.folder.appending(name), encoding: .utf8)
  }

  @Test(
    "A run writes its report and metrics, and runs a command with the counts and without secrets")
  func reports() async throws {
    var session = try await Session(
      configuration: holidays
        + "report='~/report.json'\nmetrics='~/holidays.prom'\nlog-file='~/log'\n"
        + "on-end='env >~/env; echo done'\n")
    session.environment["AWS_SECRET_ACCESS_KEY"] = "secret"
    let first = try await session.run("sync holidays --progress log")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(first.errors.contains("done\n"))
    let run = try #require(try report(session).first)
    #expect((run.name, run.source, run.ending) == ("holidays", "flickr:recent", "finished"))
    #expect((run.exitStatus, run.mirrored, run.failed) == (0, 3, 0))
    let variables = try text(session, "env")
    #expect(variables.contains("PHOTOMIRROR_RUN_MIRRORED=3\n"))
    #expect(variables.contains("PHOTOMIRROR_RUN_NAME=holidays\n"))
    #expect(!variables.contains("secret") && !variables.contains("FLICKR_API_KEY"))
    let metrics = try text(session, "holidays.prom")
    #expect(metrics.contains("# TYPE photomirror_run_photos gauge\n"))
    #expect(metrics.contains("result=\"mirrored\"} 3\n"))
    #expect(metrics.contains("photomirror_success_timestamp_seconds{"))
    #expect(try text(session, "log").contains("Z mirrored 3 photos"))

    let second = try await session.run("sync holidays --progress log")
    #expect(second.errors == "done\n", "nothing happened: \(second.errors)")
    #expect(try report(session).first?.known == 3)
    #expect(
      try text(session, "log").split(separator: "\n").count(where: { $0.contains("mirrored 3") })
        == 1)
  }

  @Test("A run that fails keeps the time of the last success in its metrics")
  func failure() async throws {
    var session = try await Session(configuration: holidays + "metrics='~/m.prom'\n")
    #expect(try await session.run("sync holidays").exitCode == 0)
    let success = { (text: String) in
      text.split(separator: "\n").first { $0.hasPrefix("photomirror_success_timestamp_seconds{") }
    }
    let before = success(try text(session, "m.prom"))
    session.environment["PHOTOMIRROR_FLICKR_ENDPOINT"] = "http://127.0.0.1:1/services/rest/"
    #expect(try await session.run("sync holidays --attempts 1").exitCode == 3)
    let after = try text(session, "m.prom")
    #expect(before != nil && success(after) == before)
    #expect(after.contains("photomirror_run_exit_status{source=\"flickr:recent\""))
    #expect(after.contains("} 3\n"))
  }

  @Test("A report into a folder that does not exist is refused at the start")
  func noFolder() async throws {
    let session = try await Session(configuration: holidays)
    let run = try await session.run("sync holidays --report nowhere/report.json")
    #expect(run.exitCode == 4 && run.errors.contains("nowhere, for a report"), "\(run.errors)")
  }

  @Test(
    "A mirror of the configuration is not made anew where it has vanished, unless --new is given")
  func vanished() async throws {
    let session = try await Session(configuration: holidays + "report='~/report.json'\n")
    #expect(try await session.run("sync holidays").exitCode == 0)
    try FileManager.default.removeItem(atPath: session.folder.appending("photos"))
    let run = try await session.run("sync holidays")
    #expect(run.exitCode == 4, "\(run.errors)")
    #expect(run.errors.contains("the mirror 'holidays' is no longer in"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: session.folder.appending("photos")))
    let record = try #require(try report(session).first)
    #expect(record.ending == "not_begun" && record.exitStatus == 4 && record.reason != nil)
    #expect(try await session.run("sync holidays --new").exitCode == 0)
    #expect(try await session.run("sync holidays").exitCode == 0)
  }

  @Test("Of two runs that meet, the second says so and leaves")
  func meeting() async throws {
    var session = try await Session("--photos", "4", "--pictures", "2")
    let last = try #require(try await session.list().last?.id)
    try await session.restartServer(
      "--photos", "4", "--pictures", "2", "--fault-photo", "\(last)=stall")
    let first = try session.start(
      "sync flickr:recent photos --progress lines --stall-timeout 3600")
    #expect(await first.line(containing: "mirrored  ", of: .errors) != nil)
    let second = try await session.run("sync flickr:recent photos")
    #expect(second.exitCode == 4, "\(second.errors)")
    #expect(second.errors.contains("another photomirror"), "\(second.errors)")
    first.send(SIGTERM)
    #expect(await first.end().exitCode == 130)
  }

  @Test("watch runs a mirror again and again, and ends with a mistake of the command line")
  func watch() async throws {
    let session = try await Session(configuration: holidays + "progress='lines'\n")
    let run = try await session.run("watch holidays --runs 1")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("mirrored 3 photos"), "\(run.errors)")
    #expect(try await session.run("watch nothing --runs 2").exitCode == 2)
    let waiting = try session.start("watch holidays --every 1h")
    #expect(await waiting.line(containing: "3 known", of: .errors) != nil)
    waiting.send(SIGTERM)
    #expect(await waiting.end().exitCode == 130)
  }

  @Test(
    "A report, metrics or a log below a link within the mirror are refused, and nothing is written")
  func linkedFolder() async throws {
    let session = try await Session(configuration: "")
    #expect(try await session.run("sync --limit 1 flickr:recent photos").exitCode == 0)
    let victim = session.folder.appending("victim")
    try FileManager.default.createDirectory(atPath: victim, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: victim + "/file"))
    #expect(symlink(victim, session.folder.appending("photos/out")) == 0)
    for option in ["report", "metrics", "log-file"] {
      let run = try await session.run(
        "sync --limit 1 flickr:recent photos --\(option) photos/out/file")
      #expect(run.exitCode == 4, "\(run.errors)")
      #expect(run.errors.contains("/photos/out in the mirror"), "\(run.errors)")
    }
    #expect(try String(contentsOfFile: victim + "/file", encoding: .utf8) == "mine")
  }

  @Test(
    "Links and hard links in a directory from somebody else steer no report, metrics, log or weekly time"
  )
  func links() async throws {
    let session = try await Session(
      configuration: holidays
        + "progress='log'\nweekly=true\nreport='~/out/r.json'\nmetrics='~/out/m.prom'\nlog-file='~/out/log'\n"
    )
    let (files, folder) = (FileManager.default, session.folder)
    try files.createDirectory(atPath: folder.appending("out"), withIntermediateDirectories: true)
    #expect(try await session.run("sync holidays").exitCode == 0)
    for victim in ["report", "time", "log"] {
      let path = folder.appending(victim)
      try Data("mine".utf8).write(to: URL(filePath: path))
      try files.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    }
    let outs = try files.contentsOfDirectory(atPath: folder.appending("out"))
    #expect(outs.sorted() == ["log", "m.prom", "r.json"])
    for name in outs { try files.removeItem(atPath: folder.appending("out/" + name)) }
    for name in ["r.json", "m.prom"] {
      #expect(link(folder.appending("report"), folder.appending("out/" + name)) == 0)
    }
    #expect(link(folder.appending("log"), folder.appending("out/log")) == 0)
    let weekly = folder.appending("photos/.photomirror/weekly")
    for kind in ["link", "hard link", "pipe"] {
      try? files.removeItem(atPath: weekly)
      switch kind {
      case "link":
        #expect(symlink(folder.appending("time"), weekly) == 0)
        #expect(
          utimensat(AT_FDCWD, weekly, [timespec(), timespec()], AT_SYMLINK_NOFOLLOW) == 0)
      case "hard link": #expect(link(folder.appending("time"), weekly) == 0)
      default:
        #expect(mkfifo(weekly, 0o600) == 0)
        #expect(utimensat(AT_FDCWD, weekly, [timespec(), timespec()], 0) == 0)
      }
      let run = try await session.run("sync holidays")
      #expect(run.exitCode == 0, "\(kind): \(run.errors)")
      #expect(
        run.errors.contains("cannot write to --log-file: it has a second name"), "\(run.errors)")
    }
    try files.removeItem(atPath: folder.appending("out/log"))
    #expect(symlink(folder.appending("log"), folder.appending("out/log")) == 0)
    let run = try await session.run("sync holidays")
    #expect(run.errors.contains("cannot write to --log-file: it is a link"), "\(run.errors)")
    for victim in ["report", "time", "log"] {
      #expect(try text(session, victim) == "mine", "\(victim)")
      let attributes = try files.attributesOfItem(atPath: folder.appending(victim))
      #expect(
        attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_000_000),
        "\(victim)")
    }
    #expect(try report(session, "out/r.json").count == 1)
  }

  @Test("The line of --weekly comes once a week")
  func weekly() async throws {
    let session = try await Session(configuration: holidays + "progress='log'\nweekly=true\n")
    #expect(try await session.run("sync holidays").exitCode == 0)
    let well = try await session.run("sync holidays")
    #expect(well.errors == "all is well: nothing new, 3 photos checked\n", "\(well.errors)")
    #expect(try await session.run("sync holidays").errors == "")
  }
}
