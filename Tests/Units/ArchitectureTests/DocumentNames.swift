import Foundation

/// What a document in Markdown names in backticks, as far as it may be in this repository.
struct DocumentNames {
  enum Name: Hashable {
    /// `Foo.swift`, `Folder/Foo.swift`, `Tests/x/run`.
    case file(String)
    /// `Foo`, `Foo.bar`.
    case declaration(type: String, member: String?)
  }

  let names: Set<Name>
  /// The targets of its links that are no web addresses, without the part after `#`.
  let links: Set<String>

  init(_ text: String) {
    var (names, links): (Set<Name>, Set<String>) = ([], [])
    for paragraph in Self.prose(of: text).split(separator: "\n\n") {
      for span in paragraph.matches(of: #/`([^`]+)`/#) {
        if let name = Name(String(span.1)) { names.insert(name) }
      }
      for link in paragraph.matches(of: #/\]\(([^)#\s]+)[^)]*\)/#)
      where !link.1.contains("://") {
        links.insert(String(link.1))
      }
    }
    (self.names, self.links) = (names, links)
  }

  /// Without blocks of code, which show files and programs of others.
  private static func prose(of text: String) -> String {
    var isCode = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```") && !line.hasPrefix("    ")
    }
    return lines.joined(separator: "\n")
  }
}

extension DocumentNames.Name {
  private static let extensions: Set = ["swift", "c", "h", "cpp", "md", "py", "sh"]

  /// Names from outside that look like names of this repository, each for a reason.
  private static let foreign: Set = [
    "igzip_lib.h",  // a header of ISA-L
    "FoundationEssentials", "OperationQueue",  // Swift's Foundation
    "Range",  // a header field of HTTP
  ]

  /// Nil for other words: a command line, an option, a column, a method of a site, a name of C or SQL.
  init?(_ span: String) {
    guard let word = span.split(whereSeparator: \.isWhitespace).first.map(String.init),
      !Self.foreign.contains(word)
    else { return nil }
    if word.contains("/") || Self.extensions.contains((word as NSString).pathExtension) {
      guard !Self.isElsewhere(word) else { return nil }
      self = .file(word.hasSuffix("/") ? String(word.dropLast()) : word)
    } else if let parts = word.wholeMatch(of: #/([A-Z]\w*)(?:\.(\w+))?/#),
      // Names in capitals are those of C, SQL and the environment.
      parts.1.contains(where: \.isLowercase)
    {
      self = .declaration(type: String(parts.1), member: parts.2.map(String.init))
    } else {
      return nil
    }
  }

  /// Whether a path is an option, an address, or on the user's machine: absolute, in a mirror, in an installation.
  private static func isElsewhere(_ path: String) -> Bool {
    if path.contains("://")
      || ["/", "-", "~", ".photomirror", "lib/", "../lib/"].contains(where: path.hasPrefix)
    {
      return true
    }
    // A part in capitals is a placeholder.
    return path.split(separator: "/").contains { part in
      part.count > 1 && part.allSatisfy { $0.isUppercase || $0 == "_" }
    }
  }
}
