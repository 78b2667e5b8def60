import Console
import Testing

@testable import PhotomirrorCommand

@Suite("The command line")
struct InvocationTests {
  private func topic(_ line: String) throws -> HelpTopic? {
    guard case .help(let topic) = try Invocation(line.split(separator: " ").map(String.init)) else {
      return nil
    }
    return topic
  }

  /// The error's text and its first hint.
  private func refusal(_ line: String) -> [String] {
    do {
      return ["\(try Invocation(line.split(separator: " ").map(String.init)))"]
    } catch {
      return [error.text] + error.hints.prefix(1)
    }
  }

  @Test("help, --help, -h and --version are accepted")
  func help() throws {
    #expect(try topic("--help") == .overview)
    #expect(try topic("-h") == .overview)
    #expect(try topic("help") == .overview)
    #expect(try topic("help sync") == .command(.sync))
    #expect(try topic("help json") == .json)
    #expect(try topic("--help json") == .json)
    #expect(try topic("list --help") == .command(.list))
    #expect(try topic("status -h") == .command(.status))
    guard case .version = try Invocation(["--version"]) else {
      Issue.record("--version is not accepted")
      return
    }
    #expect(ProgramVersion.line == "photomirror 0.1.0")
  }

  @Test(
    "A usage error says what is wrong and what to write instead",
    arguments: [
      (
        "",
        [
          "no command was given", "see 'photomirror --help'",
        ]
      ),
      ("snyc a:b c", ["there is no command 'snyc'", "did you mean 'sync'?"]),
      ("SYNC a:b c", ["there is no command 'SYNC'", "did you mean 'sync'?"]),
      ("--verison", ["there is no option '--verison'", "did you mean '--version'?"]),
      ("--limit 3 list a:b", ["there is no option '--limit'", "options follow the command"]),
      (
        "quux",
        [
          "there is no command 'quux'", "see 'photomirror --help'",
        ]
      ),
      (
        "help quux",
        [
          "there is no help on 'quux'",
          "the topics are the commands and all, care, changes, configuration, files, guide, json, limits, names, "
            + "sources, storage, units",
        ]
      ),
      ("help snyc", ["there is no help on 'snyc'", "did you mean 'sync'?"]),
      ("help sync list", ["unexpected argument 'list'", "see 'photomirror --help'"]),
      ("sync", ["'sync' needs a SOURCE", "see 'photomirror sync --help'"]),
      ("sync a:b", ["'sync' needs a DIRECTORY", "see 'photomirror sync --help'"]),
      ("sync a:b c d", ["unexpected argument 'd'", "see 'photomirror sync --help'"]),
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
      ("providers x", ["unexpected argument 'x'", "see 'photomirror providers --help'"]),
      ("sync a:b c --jbos 3", ["'sync' has no option --jbos", "did you mean --jobs?"]),
      (
        "sync a:b c -x 3",
        ["'sync' has no option -x", "use --exclude-tag TAG or --exclude-file FILE"]
      ),
      ("sync a:b c --=3", ["'sync' has no option --", "see 'photomirror sync --help'"]),
      (
        "sync a:b c --s 3",
        [
          "--s is ambiguous: --size or --since or --sidecar or --sidecar-name or --stall-timeout "
            + "or --store or --s3-endpoint or --s3-region or --s3-addressing or --s3-lock or "
            + "--s3-retain or --set or --set-file",
          "see 'photomirror sync --help'",
        ]
      ),
      ("sync a:b c --jobs", ["--jobs needs a value: auto|N", "see 'photomirror sync --help'"]),
      ("sync a:b c --dry-run=1", ["--dry-run takes no value", "see 'photomirror sync --help'"]),
      (
        "sync a:b c -q --progress lines",
        ["--quiet and --progress exclude each other", "see 'photomirror sync --help'"]
      ),
      ("sync a:b c --jobs 1 --jobs 2", ["--jobs is given twice", "see 'photomirror sync --help'"]),
      (
        "sync a:b c --jobs 65",
        ["--jobs takes auto or a number, 1 to 64, not '65'", "see 'photomirror sync --help'"]
      ),
      (
        "sync a:b c --jobs 0",
        ["--jobs takes auto or a number, 1 to 64, not '0'", "see 'photomirror sync --help'"]
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
          "'photos' is not a source, but 'a:b' is", "the source comes first: sync a:b photos",
        ]
      ),
      (
        "sync a:b a:c",
        [
          "'a:c' is a source where a directory is expected",
          "run sync once for each source; they can share a directory",
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
        ["--progress takes auto, live, lines, log, json, none, not 'jsno'", "did you mean json?"]
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
          "--contact takes up to 200 ASCII characters without brackets",
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

  @Test("An empty operand is refused by name")
  func emptyOperand() {
    #expect(throws: UsageError("DIRECTORY is empty", hints: ["see 'photomirror sync --help'"])) {
      try Invocation(["sync", "a:b", ""])
    }
  }

  @Test("A usage error is written as a message with hints")
  func message() {
    #expect(
      UsageError("no", hints: ["yes"]).message.lines == ["photomirror: error: no", "hint: yes"])
  }
}
