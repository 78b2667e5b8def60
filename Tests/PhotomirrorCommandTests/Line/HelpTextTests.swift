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

        usage: photomirror status [OPTION]… DIRECTORY
               photomirror status [OPTION]… --catalog ADDRESS

        options:
          --json                  Write one JSON object
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

  @Test("The overview of help names each command with its operands")
  func overview() {
    #expect(
      HelpText.text(on: .overview) == """
        photomirror mirrors photo feeds into a directory.

        usage: photomirror COMMAND …

          sync SOURCE DIRECTORY  Mirror the photos of a feed into a directory, or resume
                                 an earlier run
          import flickr-export ZIP… DIRECTORY
                                 Import the archives that Flickr gives an account of its
                                 photos
          adopt SOURCE DIRECTORY
                                 Record files that are already in a directory as the
                                 photos of a feed
          list SOURCE            Show the photos of a feed without fetching them
          fetch                  Fetch units of work, for engines that divide a feed
                                 among machines
          work [SOURCE…]         Mirror feeds together with other machines, by a queue
                                 in a PostgreSQL catalog
          status DIRECTORY       Show what a directory mirrors and what is pending
          report DIRECTORY       Show what the last run added, what is missing and why,
                                 and what to do
          verify DIRECTORY       Read every mirrored file, and report which are missing
                                 or changed
          repair DIRECTORY       Fetch missing and damaged files again, and make missing
                                 thumbnails and sidecars
          copy DIRECTORY TO      Make or update a copy of a mirror, which is a mirror of
                                 its own
          recover [FROM] DIRECTORY
                                 Rebuild a mirror's lost or damaged catalog from its
                                 newest good snapshot
          bundle DIRECTORY OUT   Write photos as a package for an archive (BagIt 1.0)
          trash DIRECTORY        List the photos in a mirror's trash, or delete them
          restore DIRECTORY PHOTO…
                                 Bring photos back from a mirror's trash
          forget DIRECTORY PHOTO…
                                 Move photos to the trash, and do not mirror them again
          rename DIRECTORY       Give the photos of a mirror the names of a template
          thumbnails DIRECTORY   Count a mirror's thumbnails, or rebuild them in another
                                 size or format
          export DIRECTORY       Write the metadata of all mirrored photos, or a page
                                 with their credits
          gallery DIRECTORY      Write pages to look at a mirror in a browser
          browse DIRECTORY       Update a mirror's gallery and show it in the browser,
                                 on this machine only
          catalog copy FROM TO   Move a mirror's catalog into a PostgreSQL database, or
                                 back
          schedule [NAME] [hourly|daily|weekly]
                                 Run a mirror of the configuration by a timer of systemd
          watch [NAME…]          Run mirrors repeatedly, for machines without systemd
          config show|check      Show the configuration with the origin of each value,
                                 or check it
          doctor [TARGET…]       Check the machine, the configuration, directories, keys
                                 and sites
          providers              Show the providers, their feeds and settings, and
                                 refused modules
          login PROVIDER         Sign in at a site, to mirror photos that only your
                                 account can see
          logout PROVIDER        Forget a sign-in
          whoami PROVIDER        Ask a site which account is signed in
          check FILE…            Decode image files completely, and report which are
                                 intact
          thumbnail FILE…        Make a PNG thumbnail of each intact image file

        SOURCE is PROVIDER:FEED, such as flickr:recent, or a photo site's web address.
        Proxies are taken from http_proxy, https_proxy, all_proxy and no_proxy.
        See 'photomirror COMMAND --help' for a command, 'photomirror providers' for the
        available feeds, and 'photomirror --version' for the version.
        'photomirror help TOPIC' explains care, changes, configuration, files, guide,
        json, names, sources, storage and units.
        """)
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
    for topic in [.overview, .json] + CommandName.allCases.map({ HelpTopic.command($0) }) {
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
      options.compactMap(\.excludes).allSatisfy { other in options.contains { $0.name == other } })
  }
}
