import Console
import PhotomirrorCommand
import Testing

@Suite("Help")
struct HelpTextTests {
  private static let commands = [
    "sync", "list", "status", "verify", "providers", "check", "thumbnail",
  ]

  @Test("status --help reads like this")
  func status() {
    #expect(
      HelpText.text(on: .command("status")) == """
        Show what a directory mirrors and what is still to be done.

        usage: photomirror status [OPTION]… DIRECTORY

        options:
          --json                  Write one JSON object
          --help                  Show this text

        examples:
          photomirror status photos
              photos, bytes and failures in ./photos
          photomirror status photos --json
              the same for programs

        exit status:
          0    all is well
          2    the command line is wrong
          4    the directory failed: no mirror, not readable, or damaged
        """)
  }

  @Test("the overview names each command and its operands")
  func overview() {
    #expect(
      HelpText.text(on: .overview) == """
        photomirror mirrors photo feeds into a directory.

        usage: photomirror COMMAND …

          sync SOURCE DIRECTORY  Mirror a feed's photos into a directory, or go on where
                                 the last run stopped
          list SOURCE            Show a feed's photos and fetch none of them
          status DIRECTORY       Show what a directory mirrors and what is still to be
                                 done
          verify DIRECTORY       Read every mirrored file again, and tell which are
                                 missing or changed
          providers              Show the providers that were found, what they offer,
                                 and which were refused
          check FILE…            Decode picture files to their last byte, and tell which
                                 are whole
          thumbnail FILE…        Make a PNG thumbnail of each picture file that is whole

        SOURCE is PROVIDER:FEED, such as flickr:recent, or a photo site's web address.
        Proxies are those of http_proxy, https_proxy, all_proxy and no_proxy.
        See 'photomirror COMMAND --help' for a command, 'photomirror providers' for the
        feeds there are, and 'photomirror --version' for the version.
        """)
  }

  @Test(
    "each help has a summary, a usage, two examples that are read, and exit codes",
    arguments: commands)
  func complete(name: String) throws {
    let lines = HelpText.text(on: .command(name)).split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("."))
    #expect(lines[1].hasPrefix("usage: photomirror \(name)"))
    #expect(lines.contains { $0.hasPrefix("  --help") })
    #expect(lines.contains { $0.hasPrefix("  0    ") })
    let examples = lines.filter { $0.hasPrefix("  photomirror ") }
    #expect(examples.count == 2)
    for example in examples {
      let line = example.split(separator: "|")[0].replacing("'", with: "")
      _ = try Invocation(line.split(separator: " ").dropFirst().map(String.init))
    }
  }

  @Test("an exit code means to a command what it does there")
  func exitCodes() {
    let told = { (name: String) in
      HelpText.text(on: .command(name)).components(separatedBy: "exit status:\n")[1]
    }
    #expect(told("verify").contains("  1    some files are missing, changed or cannot be read\n"))
    #expect(told("list").contains("  1    some entries of the feed could not be read"))
    #expect(told("list").hasSuffix("  130  interrupted"))
    #expect(
      told("verify").hasSuffix("  130  interrupted; the summary tells how many files were read"))
    #expect(told("sync").hasPrefix("  0    every photo is mirrored, or a limit that was set is re"))
  }

  @Test("no line is wider than 80 columns")
  func width() {
    for topic in [.overview, .json] + Self.commands.map({ HelpTopic.command($0) }) {
      for line in HelpText.text(on: topic).split(separator: "\n") {
        #expect(DisplayWidth.of(line) <= 80, "\(line)")
      }
    }
  }

  @Test("the defaults that are told are the ones that are used")
  func defaults() throws {
    let text = HelpText.text(on: .command("sync"))
    let options = [
      "size": "largest", "jobs": "8", "thumbnail": "256", "attempts": "5",
      "stall-timeout": "30s", "retry-for": "10m", "progress": "auto",
    ]
    let plain = try Invocation(["sync", "a:b", "c"])
    for (name, value) in options {
      #expect(text.contains("(default: \(value))"))
      #expect(try Invocation(["sync", "a:b", "c", "--\(name)", value]) == plain)
    }
  }
}
