import Console
import Testing

@testable import PhotomirrorCommand

@Suite("Help")
struct HelpTextTests {

  @Test("status --help has a summary, usage, options, examples and exit statuses")
  func status() {
    #expect(
      HelpText.text(on: .command(.status)) == """
        Show what a directory mirrors and what is pending.

        usage: photomirror status [OPTION]… DIRECTORY…
               photomirror status [OPTION]… --catalog ADDRESS

        options:
          --json[=FIELD,…]        Write one JSON object for each directory, with all
                                  members or these
          --catalog ADDRESS       The PostgreSQL database with the mirror's catalog,
                                  postgresql://USER@HOST/NAME; otherwise that of
                                  PHOTOMIRROR_CATALOG, or a file in DIRECTORY
          -h, --help              Show this text

        examples:
          photomirror status photos
              photos, bytes and failures in ./photos
          photomirror status photos --json
              the same for programs

        exit status:
          0    success
          2    invalid command line
          4    the directory failed: not a mirror, not readable, or damaged
        """)
  }

  @Test("The overview of help fits into a terminal of 80 columns and 24 lines with its prompt")
  func overview() {
    let lines = HelpText.text(on: .overview).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23 && lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(lines)")
    #expect(lines.contains("usage: photomirror COMMAND [OPTION]…"))
    #expect(lines.contains { $0.hasPrefix("  photomirror sync https://") })
    let words = lines.joined(separator: " ").split { " ,".contains($0) }.map(String.init)
    for name in CommandName.shown { #expect(words.contains(name.rawValue)) }
    for topic in HelpTopic.texts.keys { #expect(words.contains { $0.hasPrefix(topic) }) }
    #expect(CommandGroup.allCases.count == 6)
  }

  @Test("'help all' describes each command with its operands, in lines of 80 columns")
  func all() {
    let text = HelpText.text(on: .all)
    for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
    for name in CommandName.shown {
      let words = [name.rawValue] + name.type.text.operands
      #expect(text.contains("\n  \(words.joined(separator: " "))"))
      #expect(text.contains(name.type.text.summary.prefix(20)))
    }
  }

  @Test("sync --help begins with the ten options that most people need, and names the others")
  func syncOptions() throws {
    let text = HelpText.text(on: .command(.sync))
    let parts = text.components(separatedBy: "\n\n")
    let main = try #require(parts.first { $0.hasPrefix("options:") })
    let options = main.split(separator: "\n").filter { $0.hasPrefix("  -") }
    #expect(options.count == 11 && options.last?.hasPrefix("  -h, --help") == true)
    for option in CommandName.sync.type.syntax.options {
      #expect(text.contains("--\(option.name)"))
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      !words.contains("AWS_ACCESS_KEY_ID") && words.contains("see 'photomirror help storage'"))
    for option in ["--s3-endpoint URL", "--catalog ADDRESS", "--store ADDRESS"] {
      #expect(HelpText.text(on: .storage).contains("\n  \(option)"))
    }
    #expect(HelpText.text(on: .limits).contains("\n  --max-pixels N"))
  }

  @Test(
    "The help of each command has a summary, usage, two valid examples and exit statuses",
    arguments: CommandName.allCases)
  func complete(name: CommandName) throws {
    let lines = HelpText.text(on: .command(name)).split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("."))
    #expect(lines[1].hasPrefix("usage: photomirror \(name.rawValue)"))
    #expect(lines.contains { $0.hasPrefix("  -h, --help") })
    #expect(lines.contains { $0.hasPrefix("  0    ") })
    let examples = lines.filter { $0.hasPrefix("  photomirror ") }
    #expect(examples.count == 2)
    for example in examples {
      let line = example.split(separator: "|")[0].replacing("'", with: "")
      _ = try Invocation(line.split(separator: " ").dropFirst().map(String.init))
    }
  }

  @Test("The help of a command explains its exit statuses")
  func exitCodes() {
    let statuses = { (name: CommandName) in
      HelpText.text(on: .command(name)).components(separatedBy: "exit status:\n")[1]
    }
    #expect(
      statuses(.verify).contains("  1    some files are missing, changed or cannot be read\n"))
    #expect(statuses(.list).contains("  1    some entries of the feed are invalid; the others"))
    #expect(statuses(.list).hasSuffix("  130  interrupted"))
    #expect(
      statuses(.verify).hasSuffix("  130  interrupted; the summary counts the files that were read")
    )
    #expect(
      statuses(.sync).hasPrefix("  0    every photo is mirrored, or a limit that was set was r"))
  }

  @Test("No line of help is wider than 80 columns")
  func width() {
    for topic in [.overview] + HelpTopic.texts.values + CommandName.allCases.map({ .command($0) }) {
      for line in HelpText.text(on: topic).split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= 80, "\(line)")
      }
    }
  }

  @Test(
    "Each default in the help of a command is accepted as a value and changes nothing",
    arguments: CommandName.allCases)
  func defaults(name: CommandName) throws {
    try check(name.type)
  }

  private func check<Checked: Command>(_ command: Checked.Type) throws {
    let defaults = Checked.Options()
    let words = ["all", "no limit", "the site's limit"]
    for option in command.options where option.syntax.name != "retry-for" {
      guard let text = option.syntax(in: defaults).defaultText, !words.contains(text) else {
        continue
      }
      var options = defaults
      try option.set(&options, text)
      #expect(options == defaults, "--\(option.syntax.name) \(text)")
    }
  }

  @Test("No two options of a command have the same name or letter", arguments: CommandName.allCases)
  func distinct(name: CommandName) {
    let options = name.type.syntax.options
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(
      options.flatMap(\.excludes).allSatisfy { other in options.contains { $0.name == other } })
  }
}
