import Configuration
import Mirroring
import Testing

@testable import PhotomirrorCommand

@Suite("The options of the configuration")
struct OptionDefaultsTests {
  private let text = """
    [sync]
    jobs = 3
    tag = ["cat", "dog"]
    progress = "json"
    sidecar = ["xmp", "json"]

    [mirror.a]
    source = "flickr:recent"
    directory = "/tmp/a"
    jobs = 5
    full = true
    """

  private func filled(
    _ words: [String], environment: [String: String] = [:], mirror: Bool = true
  ) throws -> SyncCommand {
    let file = try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: nil)
    #expect(OptionDefaults.problems(of: file) == [])
    var given = try ArgumentParser.parse(words, as: SyncCommand.syntax)
    given.operands = ["flickr:recent", "/tmp/a"]
    let defaults = OptionDefaults(file: file, environment: environment)
    return try SyncCommand(defaults.filling(given, of: mirror ? file.mirrors[0] : nil))
  }

  @Test("The command line goes before the environment, the mirror, and the table of all runs")
  func order() throws {
    let environment = ["PHOTOMIRROR_JOBS": "7"]
    #expect(try filled([], mirror: false).options.mirror.jobs == 3)
    #expect(try filled([]).options.mirror.jobs == 5)
    #expect(try filled([], environment: environment).options.mirror.jobs == 7)
    #expect(try filled(["-j", "9"], environment: environment).options.mirror.jobs == 9)
  }

  @Test("Flags, lists and options that exclude each other are filled in")
  func kinds() throws {
    let command = try filled([])
    #expect(command.options.mirror.readsAll)
    #expect(command.options.tags.count == 2 && command.options.progress == .json)
    #expect(try filled(["--tag", "bird"]).options.tags.count == 1)
    #expect(try filled(["--quiet"]).options.progress == .none)
    #expect(try !filled([], environment: ["PHOTOMIRROR_FULL": "no"]).options.mirror.readsAll)
  }

  @Test("In the table of all runs, {name} in a file's path is the mirror's name")
  func name() throws {
    let text = """
      [sync]
      report = "/r/{name}.json"
      metrics = "/m/{name}-{name}.prom"
      log-file = "/l/log"
      name = "{title}"
      [mirror.a]
      source = "flickr:recent"
      directory = "/tmp/a"
      metrics = "/m/{name}"
      [mirror.b]
      source = "flickr:recent"
      directory = "/tmp/b"
      """
    let file = try ConfigurationFile([UInt8](text.utf8), path: "config.toml", home: nil)
    #expect(OptionDefaults.problems(of: file) == [])
    let files = try [file.mirrors[0], file.mirrors[1], nil].map { mirror in
      try OptionDefaults(file: file, environment: [:]).filling(ParsedArguments(), of: mirror)
        .options.map(\.value).sorted()
    }
    #expect(
      files == [
        ["/l/log", "/m/{name}", "/r/a.json", "{title}"],
        ["/l/log", "/m/b-b.prom", "/r/b.json", "{title}"],
        ["/l/log", "{title}"],
      ])
  }

  @Test("An invalid value of a variable is an error that names the variable")
  func variable() {
    var error = #expect(throws: UsageError.self) {
      _ = try filled([], environment: ["PHOTOMIRROR_JOBS": "many"])
    }
    #expect(error?.text == "PHOTOMIRROR_JOBS: --jobs takes auto or a number, 1 to 64, not 'many'")
    error = #expect(throws: UsageError.self) {
      _ = try filled([], environment: ["PHOTOMIRROR_FULL": "perhaps"])
    }
    #expect(error?.text == "PHOTOMIRROR_FULL takes true or false, not 'perhaps'")
  }

  @Test(
    "A name or value that no option has is a problem with a hint",
    arguments: [
      ("job = 3", "there is no option 'job'", "did you mean jobs?"),
      ("jobs = 900", "--jobs takes auto or a number, 1 to 64, not '900'", nil),
      ("full = 'yes'", "'full' takes true or false", nil),
      ("jobs = 1.5", "'jobs' takes auto|N, as a text or a whole number", nil),
      ("all = true", "'all' cannot be set in a configuration", "it is for a command line"),
      (
        "set = 'flickr.key=1'", "'set' cannot be set in a configuration",
        "write the setting into [provider.NAME]"
      ),
    ])
  func problems(line: String, reason: String, hint: String?) throws {
    let file = try ConfigurationFile(
      [UInt8]("[sync]\n\(line)\n".utf8), path: "config.toml", home: nil)
    let problem = try #require(OptionDefaults.problems(of: file).first)
    #expect(problem.line == 2 && problem.reason == reason)
    #expect(hint == nil || problem.hint == hint)
  }
}

@Suite("Commands that write a secret")
struct SecretCommandTests {
  @Test("The only line is the secret")
  func line() throws {
    #expect(try SecretCommand.output(of: ["printf", " secret \\n"]) == "secret")
    #expect(try SecretCommand.output(of: ["/bin/sh", "-c", "echo a b"]) == "a b")
  }

  @Test(
    "A command that fails, writes no line or too much, or does not end is an error without its output",
    arguments: [
      (["/nonexistent/program"], "cannot be started: No such file or directory"),
      (["sh", "-c", "echo secret; exit 3"], "failed with exit status 3"),
      (["sh", "-c", "echo secret; kill -9 $$"], "was ended by signal 9"),
      (["true"], "does not write one line of text"),
      (["printf", "secret\\nsecond"], "does not write one line of text"),
      (["yes", "secret"], "wrote no end within 1 seconds, or more than 65536 bytes"),
      (
        ["sh", "-c", "sleep 600 & wait"], "wrote no end within 1 seconds, or more than 65536 bytes"
      ),
    ])
  func failures(words: [String], reason: String) {
    let seconds = reason.contains("within 1 seconds") ? 1 : 600
    let error = #expect(throws: SecretCommand.Failure.self) {
      _ = try SecretCommand.output(of: words, seconds: seconds)
    }
    #expect(error?.reason == reason)
  }
}
