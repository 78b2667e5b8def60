import Images
import MirrorCore
import Mirroring
import Testing

@testable import PhotomirrorCommand

@Suite("The options of commands")
struct OptionsTests {
  private func command<Read: Command>(_ line: String, as type: Read.Type) throws -> Read {
    let words = [type.name.rawValue] + line.split(separator: " ").map(String.init)
    guard case .command(let command, _, _, _) = try Invocation(words) else {
      throw UsageError("not a command")
    }
    return try #require(command as? Read)
  }

  private func sync(_ line: String) throws -> SyncCommand {
    try command(line, as: SyncCommand.self)
  }

  @Test(
    "Commands that only read a mirror write in its state, and others in the folders that they name")
  func writableFolders() throws {
    let state = ["photos/.photomirror"]
    for (line, folders) in [
      ("status photos", state), ("report photos", state), ("export photos", state),
      ("verify photos", state), ("trash photos", state), ("trash --empty photos", ["photos"]),
      ("report -o out/page.html photos", state + ["out"]), ("forget photos a", ["photos"]),
      ("restore photos a", ["photos"]), ("rename photos", ["photos"]), ("list flickr:recent", []),
      ("catalog copy sqlite:photos postgresql://h/d", ["photos"]), ("check a.jpg", []),
      ("gallery photos", ["photos/gallery"]), ("browse photos", ["photos/gallery"]),
      ("gallery -o pages photos", ["pages"] + state),
    ] {
      let words = line.split(separator: " ").map(String.init)
      guard case .command(let command, _, _, _) = try Invocation(words) else {
        throw UsageError("not a command")
      }
      let written = try #require(command.writableFolders, "\(line)")
      #expect(written.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } == folders, "\(line)")
    }
  }

  @Test(
    "The sandbox is required by the option, or by the defaults of a command that reads them",
    arguments: [
      "sync flickr:recent photos", "verify photos", "copy photos copy", "login flickr",
      "work --store photos",
    ])
  func requiredSandbox(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let isRequired = { (words: [String], environment: [String: String]) throws -> Bool in
      guard case .command(_, _, _, let isRequired) = try Invocation(words, environment: environment)
      else { throw UsageError("not a command") }
      return isRequired
    }
    #expect(try !isRequired(words, [:]))
    #expect(try isRequired(words + ["--require-sandbox"], [:]))
    #expect(try isRequired(words, ["PHOTOMIRROR_REQUIRE_SANDBOX": "true"]))
  }

  @Test("sync has the documented defaults")
  func defaults() throws {
    let arguments = try sync("flickr:recent photos")
    #expect(arguments.source.canonical == "flickr:recent")
    #expect(arguments.directory == "photos")
    #expect(arguments.options.mirror.size == .largest)
    #expect(arguments.options.mirror.limit == nil)
    #expect(arguments.options.mirror.jobs == nil)
    #expect(arguments.options.mirror.thumbnailEdge == 256)
    #expect(
      arguments.options.mirror.attempts == 5 && arguments.options.mirror.retryTime == .seconds(600))
    #expect(arguments.options.mirror.stallTimeout == .seconds(30))
    #expect(!arguments.options.isDryRun)
    #expect(arguments.options.progress == .auto)
    #expect(arguments.options.provider == ProviderOptions())
  }

  @Test("Options are accepted anywhere, with = or a space, abbreviated, and repeated if repeatable")
  func options() throws {
    let arguments = try sync(
      "--jobs=64 flickr:recent --lim 7 photos --thumbnail 0 --dry --progress json --att=1"
        + " --stall-timeout 3600 --provider-path a --provider-path=b --set flickr.endpoint=http://x/?a=b"
        + " --set-file flickr.key=/run/key")
    #expect(arguments.options.mirror.jobs == 64)
    #expect(arguments.options.mirror.limit == 7)
    #expect(arguments.options.mirror.thumbnailEdge == nil)
    #expect(arguments.options.isDryRun)
    #expect(arguments.options.progress == .json)
    #expect(arguments.options.mirror.attempts == 1 && arguments.options.mirror.retryTime == .zero)
    #expect(arguments.options.mirror.stallTimeout == .seconds(3600))
    #expect(arguments.options.provider.path == ["a", "b"])
    #expect(
      arguments.options.provider.values == [
        .init(provider: "flickr", setting: "endpoint", value: "http://x/?a=b")
      ])
    #expect(
      arguments.options.provider.files == [
        .init(provider: "flickr", setting: "key", value: "/run/key")
      ])
  }

  @Test("sync accepts -j, -q or -v, times with a unit and amounts with a unit")
  func shortForms() throws {
    let arguments = try sync("a:b c -j 3 -v --max-time 1h --stall-timeout 2m --max-bytes 8MB")
    #expect(arguments.options.mirror.jobs == 3 && arguments.options.mirror.isVerbose)
    #expect(try sync("a:b c -q").options.progress == .none)
    #expect(
      arguments.options.mirror.maximumTime == .seconds(3600)
        && arguments.options.mirror.stallTimeout == .seconds(120))
    #expect(arguments.options.mirror.maximumBytes == 8_000_000)
  }

  @Test("--retry-for applies with any number of --attempts")
  func retryTime() throws {
    #expect(try sync("a:b c --attempts 1 --retry-for 7").options.mirror.retryTime == .seconds(7))
    #expect(try sync("a:b c --retry-for 0").options.mirror.retryTime == .zero)
  }

  @Test("Words after -- are operands, and so is a lone dash")
  func dashes() throws {
    #expect(try sync("--jobs 2 -- flickr:recent --photos").directory == "--photos")
    #expect(try sync("flickr:recent -").directory == "-")
  }

  @Test("A size is the largest, an edge or a label")
  func sizes() throws {
    #expect(try sync("a:b c --size largest").options.mirror.size == .largest)
    #expect(try sync("a:b c --size Largest").options.mirror.size == .largest)
    #expect(try sync("a:b c --size 1600").options.mirror.size == .edge(1600))
    #expect(try sync("a:b c --size Large_1600").options.mirror.size == .label("Large_1600"))
  }

  @Test("list, status and providers accept their own options")
  func others() throws {
    let list = try command("flickr:recent --limit 3 --json", as: ListCommand.self)
    #expect(list.options.mirror.limit == 3)
    #expect(list.options.json == JSONChoice(isOn: true))
    let status = try command("photos", as: StatusCommand.self)
    #expect(status.directories == ["photos"])
    #expect(!status.options.json.isOn)
    let providers = try command("--provider-path x", as: ProvidersCommand.self)
    #expect(providers.options.provider.path == ["x"])
  }

  @Test("--json takes names of fields after an equals sign, and refuses others with the list")
  func fields() throws {
    let list = try command("--json=title,id flickr:recent", as: ListCommand.self)
    #expect(list.options.json == JSONChoice(isOn: true, fields: ["title", "id"]))
    let status = try command("--json a b", as: StatusCommand.self)
    #expect(status.directories == ["a", "b"] && status.options.json.fields == nil)
    #expect(try command("--json= a", as: ReportCommand.self).options.json.isOn)
    for (line, wrong) in [
      ("verify --json=path,digst a", "digst"), ("status --json=a.b a", "a.b"),
      ("report --json=id, a", "id"),
    ] {
      do {
        _ = try Invocation(line.split(separator: " ").map(String.init))
        Issue.record("\(line) is accepted")
      } catch {
        #expect(error.text.hasSuffix("has no field '\(wrong)'"), "\(error.text)")
        #expect(error.hints.contains { $0.hasPrefix("the fields are ") }, "\(error.hints)")
      }
    }
  }

  @Test("verify takes --progress and -q as repair, and schedule --unit a mirror's name")
  func sameNames() throws {
    #expect(try command("-q a", as: VerifyCommand.self).options.progress == .none)
    #expect(try command("--progress json a", as: VerifyCommand.self).options.json.isOn)
    #expect(try command("-q a.jpg", as: CheckCommand.self).options.isQuiet)
    #expect(throws: Never.self) { try command("--unit holidays", as: ScheduleCommand.self) }
    #expect(throws: UsageError.self) { try command("--unit a daily", as: ScheduleCommand.self) }
    let export = try command("photos -o out/a.csv", as: ExportCommand.self)
    #expect(export.writableFolders?.last == "out")
  }

  @Test("sync and list accept the same network options")
  func network() throws {
    let line = "flickr:recent --ca-file /dev/null --http2 --contact ada@example.org --verbose"
    var expected = MirrorOptions()
    (expected.authorityFile, expected.contact) = ("/dev/null", "ada@example.org")
    (expected.allowsHTTP2, expected.isVerbose, expected.maximumCalls) = (true, true, 7)
    expected.limit = 100
    let list = try command("\(line) --calls-per-hour 7", as: ListCommand.self)
    #expect(list.options.mirror == expected)
    (expected.limit, expected.retryTime) = (nil, .seconds(600))
    #expect(try sync("\(line) --calls-per-hour 7 photos").options.mirror == expected)
  }

  @Test("check and thumbnail accept files, limits and -o")
  func pictures() throws {
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.seconds) = (7, 3 << 20, 9)
    let check = try command(
      "a.jpg --max-pixels 7 --max-memory=3 --max-seconds 9 -- -b", as: CheckCommand.self)
    #expect(check.paths == ["a.jpg", "-b"])
    #expect(check.options.limits == limits)
    for line in ["a -o b", "-ob a", "a --output=b"] {
      let thumbnail = try command(line, as: ThumbnailCommand.self)
      #expect(thumbnail.files == ["a"] && thumbnail.directory == "b")
      #expect(thumbnail.options.edge == 256 && thumbnail.options.limits == ImageLimits())
    }
  }

  @Test("sync and verify accept the image limits of check")
  func cost() throws {
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.seconds) = (7, 3 << 20, 9)
    let cost = "--max-pixels 7 --max-memory 3 --max-seconds 9"
    #expect(try sync("a:b c \(cost)").options.mirror.imageLimits == limits)
    #expect(try sync("a:b c").options.mirror.imageLimits == ImageLimits())
    let verify = try command("c \(cost)", as: VerifyCommand.self)
    #expect(verify.options.verification.limits == limits)
    #expect(try sync("a:b c --keep-undecoded").options.mirror.keepsUndecoded)
    #expect(try !sync("a:b c").options.mirror.keepsUndecoded)
  }
}
