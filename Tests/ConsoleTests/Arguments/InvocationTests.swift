import Console
import Images
import PhotomirrorCommand
import Testing

@Suite("The command line")
struct InvocationTests {
  private func read(_ line: String) throws(UsageError) -> Invocation {
    try Invocation(line.split(separator: " ").map(String.init))
  }

  private func sync(_ line: String) throws -> SyncArguments {
    guard case .sync(let arguments) = try read("sync \(line)") else {
      throw UsageError("not a sync")
    }
    return arguments
  }

  /// The error's text and its first hint.
  private func refusal(_ line: String) -> [String] {
    do {
      return ["\(try read(line))"]
    } catch {
      return [error.text] + error.hints.prefix(1)
    }
  }

  @Test("sync has its documented defaults")
  func defaults() throws {
    let arguments = try sync("flickr:recent photos")
    #expect(arguments.source.canonical == "flickr:recent")
    #expect(arguments.directory == "photos")
    #expect(arguments.size == .largest)
    #expect(arguments.limit == nil)
    #expect(arguments.jobs == 8)
    #expect(arguments.thumbnailEdge == 256)
    #expect(arguments.attempts == 5 && arguments.retryTime == .seconds(600))
    #expect(arguments.stallTimeout == .seconds(30))
    #expect(!arguments.isDryRun)
    #expect(arguments.progress == .auto)
    #expect(arguments.settings == SettingArguments())
    #expect(arguments.providerPath.isEmpty)
  }

  @Test("options stand anywhere, with = or a space, abbreviated, repeated where that is meant")
  func options() throws {
    let arguments = try sync(
      "--jobs=64 flickr:recent --lim 7 photos --thumb 0 --dry --progress json --att=1"
        + " --stall-timeout 3600 --provider-path a --provider-path=b --set flickr.endpoint=http://x/?a=b"
        + " --set-file flickr.key=/run/key")
    #expect(arguments.jobs == 64)
    #expect(arguments.limit == 7)
    #expect(arguments.thumbnailEdge == 0)
    #expect(arguments.isDryRun)
    #expect(arguments.progress == .json)
    #expect(arguments.attempts == 1 && arguments.retryTime == .zero)
    #expect(arguments.stallTimeout == .seconds(3600))
    #expect(arguments.providerPath == ["a", "b"])
    #expect(
      arguments.settings.values == [
        .init(provider: "flickr", setting: "endpoint", value: "http://x/?a=b")
      ])
    #expect(
      arguments.settings.files == [.init(provider: "flickr", setting: "key", value: "/run/key")])
  }

  @Test("sync knows -j, -q and -v, times with a unit and amounts with a unit")
  func shortForms() throws {
    let arguments = try sync("a:b c -j 3 -q -v --max-time 1h --stall-timeout 2m --max-bytes 8MB")
    #expect(arguments.jobs == 3 && arguments.progress == .none && arguments.network.isVerbose)
    #expect(arguments.maximumTime == .seconds(3600) && arguments.stallTimeout == .seconds(120))
    #expect(arguments.maximumBytes == 8_000_000)
    #expect(
      refusal("sync a:b c -q --progress lines").first
        == "--quiet and --progress exclude each other")
  }

  @Test("a time for retries holds whatever the attempts are")
  func retryTime() throws {
    #expect(try sync("a:b c --attempts 1 --retry-for 7").retryTime == .seconds(7))
    #expect(try sync("a:b c --retry-for 0").retryTime == .zero)
  }

  @Test("words after -- are operands, and so is a lone dash")
  func dashes() throws {
    #expect(try sync("--jobs 2 -- flickr:recent --photos").directory == "--photos")
    #expect(try sync("flickr:recent -").directory == "-")
  }

  @Test("a size is the largest, an edge or a label")
  func sizes() throws {
    #expect(try sync("a:b c --size largest").size == .largest)
    #expect(try sync("a:b c --size Largest").size == .largest)
    #expect(try sync("a:b c --size 1600").size == .edge(1600))
    let words = ["sync", "a:b", "c", "--size", "Large 1600"]
    guard case .sync(let arguments) = try Invocation(words) else { return }
    #expect(arguments.size == .label("Large 1600"))
  }

  @Test("list, status and providers take their own options")
  func others() throws {
    guard case .list(let list) = try read("list flickr:recent --limit 3 --json") else {
      throw UsageError("not a list")
    }
    #expect(list.limit == 3)
    #expect(list.isJSON)
    guard case .status(let status) = try read("status photos") else {
      throw UsageError("not a status")
    }
    #expect(status.directory == "photos")
    #expect(!status.isJSON)
    guard case .providers(let providers) = try read("providers --provider-path x") else {
      throw UsageError("not a providers")
    }
    #expect(providers.providerPath == ["x"])
  }

  @Test("sync and list speak to servers alike")
  func network() throws {
    let line = "flickr:recent --ca-file /dev/null --http2 --contact ada@example.org --verbose"
    guard case .list(let list) = try read("list \(line) --calls-per-hour 7") else {
      throw UsageError("not a list")
    }
    let network = list.network
    #expect(network.authorityFile == "/dev/null" && network.contact == "ada@example.org")
    #expect(network.allowsHTTP2 && network.isVerbose && network.callsPerHour == 7)
    #expect(try sync("\(line) --calls-per-hour 7 photos").network == network)
    let plain = try sync("a:b c").network
    #expect(plain.authorityFile == nil && plain.contact == nil && plain.callsPerHour == nil)
    #expect(!plain.allowsHTTP2 && !plain.isVerbose)
  }

  @Test("check and thumbnail take files, limits and a letter")
  func pictures() throws {
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.seconds) = (7, 3 << 20, 9)
    guard
      case .check(let check) = try read(
        "check a.jpg --max-pixels 7 --max-memory=3 --max-seconds 9 -- -b")
    else { throw UsageError("not a check") }
    #expect(check.files == ["a.jpg", "-b"])
    #expect(check.limits == limits)
    for line in ["thumbnail a -o b", "thumbnail -ob a", "thumbnail a --output=b"] {
      guard case .thumbnail(let thumbnail) = try read(line) else { throw UsageError("no") }
      #expect(thumbnail.files == ["a"] && thumbnail.directory == "b" && thumbnail.edge == 256)
      #expect(thumbnail.limits == ImageLimits())
    }
  }

  @Test("sync and verify take what a picture may cost, as check does")
  func cost() throws {
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.seconds) = (7, 3 << 20, 9)
    let cost = "--max-pixels 7 --max-memory 3 --max-seconds 9"
    #expect(try sync("a:b c \(cost)").limits == limits)
    #expect(try sync("a:b c").limits == ImageLimits())
    guard case .verify(let verify) = try read("verify c \(cost)") else { throw UsageError("no") }
    #expect(verify.limits == limits)
    #expect(try sync("a:b c --keep-undecoded").keepsUndecoded)
    #expect(try !sync("a:b c").keepsUndecoded)
  }

  @Test("the limits that are told are the ones that are used")
  func limitDefaults() throws {
    for option in ["max-seconds", "max-memory", "max-edge", "max-scans", "max-warnings"] {
      let text = HelpText.text(on: .command("check"))
      let told = try #require(
        text.components(separatedBy: "--\(option)")[1].firstMatch(of: /default:\s+(\d+)/))
      #expect(
        try read("check a --\(option) \(told.1)") == read("check a"), "\(option) \(told.1)")
    }
  }

  @Test("help and the version are asked for in the usual ways")
  func help() throws {
    #expect(try read("--help") == .help(.overview))
    #expect(try read("-h") == .help(.overview))
    #expect(try read("help") == .help(.overview))
    #expect(try read("help sync") == .help(.command("sync")))
    #expect(try read("help json") == .help(.json))
    #expect(try read("--help json") == .help(.json))
    #expect(try read("list --help") == .help(.command("list")))
    #expect(try read("status -h") == .help(.command("status")))
    #expect(try read("--version") == .version)
    #expect(Version.line == "photomirror 0.1.0")
  }

  @Test(
    "what cannot be done is said, and what to write instead",
    arguments: [
      (
        "",
        [
          "no command was given",
          "the commands are sync, list, status, verify, providers, check, thumbnail",
        ]
      ),
      ("snyc a:b c", ["there is no command 'snyc'", "did you mean 'sync'?"]),
      ("SYNC a:b c", ["there is no command 'SYNC'", "did you mean 'sync'?"]),
      ("--verison", ["there is no option '--verison'", "did you mean '--version'?"]),
      ("--limit 3 list a:b", ["there is no option '--limit'", "options stand after the command"]),
      (
        "quux",
        [
          "there is no command 'quux'",
          "the commands are sync, list, status, verify, providers, check, thumbnail",
        ]
      ),
      (
        "help quux",
        [
          "there is no help on 'quux'",
          "the topics are sync, list, status, verify, providers, check, thumbnail, json",
        ]
      ),
      ("help snyc", ["there is no help on 'snyc'", "did you mean 'sync'?"]),
      ("help sync list", ["'list' is one word too many", "see 'photomirror --help'"]),
      ("sync", ["'sync' needs a SOURCE", "see 'photomirror sync --help'"]),
      ("sync a:b", ["'sync' needs a DIRECTORY", "see 'photomirror sync --help'"]),
      ("sync a:b c d", ["'d' is one word too many", "see 'photomirror sync --help'"]),
      ("check", ["'check' needs a FILE", "see 'photomirror check --help'"]),
      ("check -x a", ["'check' has no option -x", "see 'photomirror check --help'"]),
      (
        "thumbnail a",
        [
          "'thumbnail' needs a directory for the thumbnails: -o DIR",
          "see 'photomirror thumbnail --help'",
        ]
      ),
      (
        "thumbnail a -o",
        ["--output needs a value: DIR", "see 'photomirror thumbnail --help'"]
      ),
      ("providers x", ["'x' is one word too many", "see 'photomirror providers --help'"]),
      ("sync a:b c --jbos 3", ["'sync' has no option --jbos", "did you mean --jobs?"]),
      ("sync a:b c -x 3", ["'sync' has no option -x", "see 'photomirror sync --help'"]),
      ("sync a:b c --=3", ["'sync' has no option --", "see 'photomirror sync --help'"]),
      (
        "sync a:b c --s 3",
        [
          "--s is ambiguous: --size or --stall-timeout or --set or --set-file",
          "see 'photomirror sync --help'",
        ]
      ),
      ("sync a:b c --jobs", ["--jobs needs a value: N", "see 'photomirror sync --help'"]),
      ("sync a:b c --dry-run=1", ["--dry-run takes no value", "see 'photomirror sync --help'"]),
      ("sync a:b c --jobs 1 --jobs 2", ["--jobs is given twice", "see 'photomirror sync --help'"]),
      (
        "sync a:b c --jobs 65",
        ["--jobs takes a number, 1 to 64, not '65'", "see 'photomirror sync --help'"]
      ),
      (
        "sync a:b c --jobs 0",
        ["--jobs takes a number, 1 to 64, not '0'", "see 'photomirror sync --help'"]
      ),
      (
        "sync a:b c --max-time 1w",
        [
          "--max-time takes 1 to 31536000 seconds, or a number with s, m, h or d, not '1w'",
          "see 'photomirror sync --help'",
        ]
      ),
      (
        "sync photos a:b",
        [
          "'photos' is not a source, and 'a:b' is", "the source comes first: sync a:b photos",
        ]
      ),
      (
        "sync a:b a:c",
        [
          "'a:c' is a source, and a directory is to stand there",
          "each source has a run of its own, into the same directory if you like",
        ]
      ),
      (
        "sync a:b c --limit 99999999999999999999",
        [
          "--limit takes a number, 1 or more, not '99999999999999999999'",
          "see 'photomirror sync --help'",
        ]
      ),
      (
        "sync a:b c --progress jsno",
        ["--progress takes auto, live, lines, json, none, not 'jsno'", "did you mean json?"]
      ),
      (
        "sync a:b c --size 0",
        ["--size takes an edge of 1 to 100000 pixels, not '0'", "see 'photomirror sync --help'"]
      ),
      (
        "list a:b --ca-file /",
        ["--ca-file: cannot read /: Is a directory", "see 'photomirror list --help'"]
      ),
      (
        "list a:b --contact (x)",
        [
          "--contact takes up to 200 plain characters without brackets",
          "see 'photomirror list --help'",
        ]
      ),
      (
        "sync a:b c --calls-per-hour 0",
        ["--calls-per-hour takes a number, 1 or more, not '0'", "see 'photomirror sync --help'"]
      ),
      ("sync a:b c --set x", ["--set takes NAME.SETTING=VALUE", "see 'photomirror sync --help'"]),
      (
        "sync a:b c --set flickrkey=geheim",
        ["--set takes NAME.SETTING=VALUE", "see 'photomirror sync --help'"]
      ),
    ])
  func refused(line: String, expected: [String]) { #expect(refusal(line) == expected) }

  @Test("an empty operand is named")
  func emptyOperand() {
    #expect(throws: UsageError("DIRECTORY is empty", hints: ["see 'photomirror sync --help'"])) {
      try Invocation(["sync", "a:b", ""])
    }
  }

  @Test("what stands in a terminal is a message")
  func message() {
    #expect(
      UsageError("no", hints: ["yes"]).message.lines == ["photomirror: error: no", "hint: yes"])
  }
}
