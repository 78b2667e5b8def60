import Console

/// Manual pages in mdoc(7), made from the tables by which the command line is parsed.
enum ManualPage {
  /// When the pages' texts last changed.
  fileprivate static let date = "November 26, 2026"

  /// The texts that are also topics of `photomirror help`.
  private static var topics: [(title: String, text: String)] {
    [
      ("Names of files", NameReference.text), ("Units of work", UnitReference.text),
      ("Configuration", ConfigurationReference.text), ("Guide", GuideReference.text),
      ("Sources", SourceReference.text), ("Changes", ChangeReference.text),
      ("Care", CareReference.text), ("Files", FileReference.text),
      ("Storage", StorageReference.text), ("Limits", LimitReference.text),
      ("Progress as JSON", EventObject.reference),
      ("Results as JSON", ResultReference.text),
    ]
  }

  /// The page of the program, `photomirror(1)`.
  static var overview: String {
    var page = Mdoc(title: "photomirror", summary: "mirror photo feeds into directories")
    page.section("SYNOPSIS")
    page.macro("Nm", "photomirror")
    page.macro("Ar", "command")
    page.macro("Op", "Ar option ...", isRaw: true)
    page.macro("Ar", "...")
    page.section("DESCRIPTION")
    page.text(
      "A source is PROVIDER:FEED, such as flickr:recent, or the address of a page of a photo site. "
        + "The command 'photomirror providers' shows the available feeds.")
    page.text("The commands are:")
    page.list(
      CommandName.shown.map { command in
        let text = command.type.text
        return (([command.rawValue] + text.operands).joined(separator: " "), text.summary + ".")
      })
    for (title, text) in topics {
      page.subsection(title)
      page.literal(text)
    }
    page.section("ENVIRONMENT")
    page.list([
      ("http_proxy, https_proxy, all_proxy, no_proxy", "The proxies, as curl(1) reads them."),
      ("PHOTOMIRROR_CONFIG", "The configuration file."),
      (
        CatalogChoice.variable,
        "The PostgreSQL database with the mirror's catalog, as with --catalog."
      ),
      (
        "PHOTOMIRROR_WEBDAV_PASSWORD, PHOTOMIRROR_WEBDAV_PASSWORD_FILE, PHOTOMIRROR_WEBDAV_USER",
        "The password for a WebDAV server, a file that holds it, and the user's name."
      ),
      ("PHOTOMIRROR_PROVIDER_PATH", "Directories that are searched first for provider modules."),
      (
        ClosedMemory.variable,
        "With 1, debuggers and other programs of the user can read the memory of photomirror, with the keys in it. "
          + "Without it, only root can, and a crash writes neither a core file nor a backtrace."
      ),
    ])
    page.references(CommandName.shown.map { "photomirror-\($0.rawValue)" })
    return page.source
  }

  /// The page of a command, `photomirror-sync(1)`.
  static func text(of name: CommandName) -> String {
    let command = name.type.syntax
    let text = command.text
    var page = Mdoc(title: "photomirror-\(command.name)", summary: text.summary)
    page.section("SYNOPSIS")
    page.macro("Nm", "photomirror")
    page.macro("Cm", command.name)
    page.macro("Op", "Ar option ...", isRaw: true)
    for operand in text.operands {
      page.macro(operand == operand.lowercased() ? "Cm" : "Ar", operand)
    }
    for use in text.otherUses {
      page.macro("Nm", "photomirror")
      page.macro("Cm", command.name)
      page.macro("Op", "Ar option ...", isRaw: true)
      page.macro(
        use.hasPrefix("--") ? "Fl" : "Ar", use.hasPrefix("--") ? String(use.dropFirst()) : use)
    }
    page.section("DESCRIPTION")
    page.text(text.summary + ".")
    for group in OptionGroup.allCases {
      let options = command.options.filter { $0.group == group }
      guard !options.isEmpty else { continue }
      page.subsection(group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst())
      page.list(options.map { ($0.usage, $0.explanation + ".") })
    }
    page.section("EXIT STATUS")
    page.list(
      text.exitStatuses.map { ("\($0.rawValue)", (text.meanings[$0] ?? $0.meaning) + ".") })
    page.section("EXAMPLES")
    for example in text.examples {
      page.text(example.effect.prefix(1).uppercased() + example.effect.dropFirst() + ":")
      page.literal(example.line)
    }
    page.references(["photomirror"])
    return page.source
  }
}

/// The source of a manual page. All text is escaped; no line is longer than 80 bytes where words allow it.
private struct Mdoc {
  private var lines: [String]

  var source: String { lines.joined(separator: "\n") }

  init(title: String, summary: String) {
    lines = [
      ".Dd \(ManualPage.date)", ".Dt \(title.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(title)",
      ".Nd \(Self.escaped(summary.prefix(1).lowercased() + summary.dropFirst()))",
    ]
  }

  mutating func section(_ name: String) { lines.append(".Sh \(name)") }

  mutating func subsection(_ name: String) { lines.append(".Ss \(name)") }

  /// - Parameter isRaw: Whether the argument is written as it is, because it contains macros.
  mutating func macro(_ name: String, _ argument: String, isRaw: Bool = false) {
    lines.append(".\(name) \(isRaw ? argument : Self.escaped(argument))")
  }

  /// A paragraph.
  mutating func text(_ text: String) {
    let isFirst = lines.last.map { $0.hasPrefix(".Sh") || $0.hasPrefix(".Ss") } ?? true
    if !isFirst { lines.append(".Pp") }
    lines += Self.wrapped(text)
  }

  mutating func list(_ entries: [(term: String, text: String)]) {
    lines.append(".Bl -tag -width Ds")
    for (term, text) in entries {
      lines.append(".It \(Self.escaped(term))")
      lines += Self.wrapped(text)
    }
    lines.append(".El")
  }

  /// Text with its line breaks, in a typewriter's font.
  mutating func literal(_ text: String) {
    lines.append(".Bd -literal -offset 2n")
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.escaped($0) }
    lines.append(".Ed")
  }

  mutating func references(_ pages: [String]) {
    section("SEE ALSO")
    let sorted = pages.sorted()
    for page in sorted { lines.append(".Xr \(page) 1\(page == sorted.last ? "" : " ,")") }
  }

  /// A new sentence begins a new line, as mdoc wants.
  private static func wrapped(_ text: String) -> [String] {
    text.replacing(". ", with: ".\n").split(separator: "\n").flatMap { sentence in
      WordWrap.lines(sentence.split(separator: " "), width: 76).map { escaped($0) }
    }
  }

  /// Nothing in the text is a macro, a request or an escape sequence (roff(7)).
  private static func escaped(_ text: some StringProtocol) -> String {
    let escaped = String(text).replacing("\\", with: "\\e").replacing("--", with: "\\-\\-")
    guard let first = escaped.first else { return "" }
    return first == "." || first == "'" || first == "[" || first == "(" || first == "-"
      ? "\\&" + escaped : escaped
  }
}
