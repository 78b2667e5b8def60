import TestSupport
import Testing

/// A text with gaps: `…` matches any text within a line, and a line of only `…` matches any number
/// of lines.
struct TextPattern {
  private let lines: [Substring]

  init(_ text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false) }

  func matches(_ text: String) -> Bool {
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)
    if rest.last?.isEmpty == true { rest.removeLast() }
    return Self.match(lines[...], rest[...])
  }

  private static func match(_ pattern: ArraySlice<Substring>, _ text: ArraySlice<Substring>) -> Bool
  {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "…" {
      return (text.startIndex...text.endIndex).contains {
        match(pattern.dropFirst(), text[$0...])
      }
    }
    guard let line = text.first, matches(line, first) else { return false }
    return match(pattern.dropFirst(), text.dropFirst())
  }

  private static func matches(_ line: Substring, _ pattern: Substring) -> Bool {
    let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return line == pattern }
    guard line.hasPrefix(pieces[0]), line.hasSuffix(pieces[pieces.count - 1]) else { return false }
    var rest = line.dropFirst(pieces[0].count)
    for piece in pieces[1...] where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}

extension CommandRun {
  /// Records an issue if the run's exit code or output differs from the expected one.
  ///
  /// - Parameters:
  ///   - code: the exit code.
  ///   - output: standard output, with the gaps of ``TextPattern``.
  ///   - errors: standard error, likewise.
  func expect(
    exits code: Int32, output: String = "", errors: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(status == .exited(code), "\(self.errors)", sourceLocation: sourceLocation)
    #expect(
      TextPattern(output).matches(self.output) || (output.isEmpty && self.output.isEmpty),
      "\(self.output)", sourceLocation: sourceLocation)
    #expect(
      TextPattern(errors).matches(self.errors) || (errors.isEmpty && self.errors.isEmpty),
      "\(self.errors)", sourceLocation: sourceLocation)
  }
}
