/// What a configuration file says: options of every run, mirrors by name, and settings of providers.
///
///     [sync]
///     jobs = 4
///
///     [provider.flickr]
///     key_file = "~/.config/photomirror/flickr.key"
///
///     [mirror.holidays]
///     source = "flickr:user/12345678@N00"
///     directory = "~/Pictures/holidays"
///     size = "Large"
package struct ConfigurationFile: Sendable {
  /// A value of an option, whose name is not yet checked.
  package struct Option: Sendable, Hashable {
    /// As in the file: `jobs`.
    package let name: String
    /// The value in the file; its type is not yet checked either.
    package let value: TOMLDocument.Value
    /// Counted from 1.
    package let line: Int

    package init(name: String, value: TOMLDocument.Value, line: Int) {
      (self.name, self.value, self.line) = (name, value, line)
    }
  }

  /// `[mirror.NAME]`
  package struct Mirror: Sendable, Hashable {
    /// The part of the table's name after `mirror.`.
    package let name: String
    /// The source's address, as in the file; a mirror without one has a problem.
    package internal(set) var source = ""
    /// Absolute.
    package internal(set) var directory = ""
    /// The other values of the table, in the order of their names.
    package internal(set) var options: [Option] = []

    /// What the mirror's name replaces in some texts of `[sync]`.
    package static let placeholder = "{name}"

    /// A text of `[sync]` for this mirror.
    package func named(_ text: String) -> String {
      text.replacing(Self.placeholder, with: name)
    }
    /// The lines of the table, the source and the directory.
    package let line: Int
    /// Counted from 1; 0 if it names no source.
    package internal(set) var sourceLine = 0
    /// Counted from 1; 0 if it names no directory.
    package internal(set) var directoryLine = 0
  }

  /// A value in `[provider.NAME]`, whose name is not yet checked.
  package struct Setting: Sendable, Hashable {
    /// The part of the table's name after `provider.`.
    package let provider: String
    /// The setting's name with its ending, if any: `key_file`.
    package let name: String
    /// The value in the file; its type is not yet checked either.
    package let value: TOMLDocument.Value
    /// Counted from 1.
    package let line: Int

    package init(provider: String, name: String, value: TOMLDocument.Value, line: Int) {
      (self.provider, self.name, self.value, self.line) = (provider, name, value, line)
    }
  }

  /// What is wrong in a line, and what to do.
  package struct Problem: Error, Sendable, Hashable {
    /// Counted from 1.
    package let line: Int
    /// A sentence in lower case without a period.
    package let reason: String
    /// A hint: a sentence in lower case without a period; nil if the reason says enough.
    package let hint: String?

    package init(line: Int, _ reason: String, hint: String? = nil) {
      (self.line, self.reason, self.hint) = (line, reason, hint)
    }
  }

  /// The path of the file, for messages.
  package let path: String
  /// `[sync]`
  package private(set) var options: [Option] = []
  /// In the order of their names.
  package private(set) var mirrors: [Mirror] = []
  /// In the order of the providers, then of the names.
  package private(set) var settings: [Setting] = []
  /// In the order of their lines. A value with a problem is left out.
  package private(set) var problems: [Problem] = []

  /// - Parameters:
  ///   - path: For messages.
  ///   - home: Replaces a leading `~`.
  /// - Throws: ``TOMLDocument/Invalid``.
  package init(
    _ bytes: [UInt8], path: String, home: String?
  ) throws(TOMLDocument.Invalid) {
    self.path = path
    for entry in try TOMLDocument(bytes).entries { read(entry, HomePath(home: home)) }
    for mirror in mirrors { check(mirror) }
    problems.sort { $0.line < $1.line }
  }

  private mutating func read(_ entry: TOMLDocument.Entry, _ home: HomePath) {
    let keys = entry.keys
    switch (keys[0], keys.count) {
    case ("sync", 1), ("mirror", 1), ("provider", 1):
      if entry.value != nil { note(entry, "'\(keys[0])' is not a table") }
    case ("sync", 2):
      guard let value = entry.value else { return note(entry, "'\(keys[1])' is a table") }
      options.append(.init(name: keys[1], value: value, line: entry.line))
    case ("mirror", 2): begin(entry)
    case ("mirror", 3): readMirror(entry, home)
    case ("provider", 2):
      if entry.value != nil { note(entry, "'provider.\(keys[1])' is not a table") }
    case ("provider", 3):
      guard let value = entry.value else { return note(entry, "'\(keys[2])' is a table") }
      settings.append(.init(provider: keys[1], name: keys[2], value: value, line: entry.line))
    case (_, 1):
      problems.append(
        .init(
          line: entry.line, "there is no '\(keys[0])' in a configuration",
          hint: "its tables are [sync], [mirror.NAME] and [provider.NAME]"))
    case ("sync", _), ("mirror", _), ("provider", _):
      note(entry, "'\(keys.joined(separator: "."))' is too deep")
    // The keys of an unknown table were reported with it.
    default: break
    }
  }

  private mutating func begin(_ entry: TOMLDocument.Entry) {
    let name = entry.keys[1]
    guard entry.value == nil else { return note(entry, "'mirror.\(name)' is not a table") }
    mirrors.append(.init(name: name, line: entry.line))
    guard !Self.isName(name) else { return }
    problems.append(
      .init(
        line: entry.line, "'\(name)' is not a name of a mirror",
        hint: "a name has letters, digits, '-', '_' and '.', and begins with a letter or digit"))
  }

  private mutating func readMirror(_ entry: TOMLDocument.Entry, _ home: HomePath) {
    guard let value = entry.value else { return note(entry, "'\(entry.keys[2])' is a table") }
    let index = mirrors.count - 1
    switch (entry.keys[2], value) {
    case ("source", .string(let text)):
      (mirrors[index].source, mirrors[index].sourceLine) = (text, entry.line)
    case ("directory", .string(let text)):
      mirrors[index].directoryLine = entry.line
      guard let path = home.absolute(text) else {
        return problems.append(
          .init(
            line: entry.line, "the directory '\(text)' is relative",
            hint: "begin it with / or ~/: a mirror's place must not depend on where a run starts"))
      }
      mirrors[index].directory = path
    case ("source", _), ("directory", _): note(entry, "'\(entry.keys[2])' is not a text")
    default:
      mirrors[index].options.append(
        .init(name: entry.keys[2], value: value, line: entry.line))
    }
  }

  private mutating func check(_ mirror: Mirror) {
    if mirror.sourceLine == 0 {
      problems.append(.init(line: mirror.line, "the mirror '\(mirror.name)' has no source"))
    }
    if mirror.directoryLine == 0 {
      problems.append(.init(line: mirror.line, "the mirror '\(mirror.name)' has no directory"))
    }
    guard let other = mirrors.first(where: { $0.directory == mirror.directory }),
      other.name != mirror.name, other.source == mirror.source, !mirror.directory.isEmpty
    else { return }
    problems.append(
      .init(
        line: mirror.line,
        "the mirrors '\(other.name)' and '\(mirror.name)' have the same source and directory"))
  }

  private mutating func note(_ entry: TOMLDocument.Entry, _ reason: String) {
    problems.append(.init(line: entry.line, reason))
  }

  /// Names that need no quoting in a shell and cannot be taken for an option or a source.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !"-_.".unicodeScalars.contains(first) else {
      return false
    }
    return text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
      }
  }
}
