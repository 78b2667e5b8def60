import Foundation
import Testing

@Suite("The lengths of functions")
struct FunctionLengthTests {
  /// Lines of a function from its first word to its brace, without its comment.
  private static let longest = 40
  /// How many functions may have more than 30 lines. It only becomes smaller.
  private static let mostLong = 77

  private struct Function {
    let place: String
    let lines: Int
  }

  /// The functions of a file, whose braces are where swift-format puts them.
  private static func functions(in text: String, _ path: String) -> [Function] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { start in
      guard begins(lines[start]) else { return nil }
      let indent = lines[start].prefix { $0 == " " }
      guard let body = body(after: start, in: lines, indent)
      else { return nil }
      let end = lines[body...].firstIndex { $0.hasPrefix(indent + "}") } ?? body
      return Function(place: "\(path):\(start + 1)", lines: end - start + 1)
    }
  }

  /// Whether a function begins in the line: its words before the name are attributes and modifiers.
  private static func begins(_ line: Substring) -> Bool {
    for word in line.split(separator: " ") {
      if word == "func" || starts.contains(where: word.hasPrefix) { return true }
      let isModifier =
        word.first == "@" || word.hasSuffix("(set)")
        || word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      guard isModifier else { return false }
      if ["return", "let", "var", "case", "if", "guard", "for", "try", "await"].contains(word) {
        return false
      }
    }
    return false
  }

  private static let starts = ["init(", "init?(", "init<", "deinit", "subscript("]

  /// The line after the opening brace; nil for a requirement of a protocol, and for a function in one line.
  private static func body(
    after start: Int, in lines: [Substring], _ indent: Substring
  ) -> Int? {
    for index in start..<lines.count {
      if lines[index].hasSuffix("{") { return index + 1 }
      let rest = index + 1 < lines.count ? lines[index + 1].dropFirst(indent.count) : ""
      guard rest.first == " " || rest.first == ")" else { return nil }
    }
    return nil
  }

  private static let all: [Function] = ["Sources", "Plugins"].flatMap { folder in
    let root = SourceTree.root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".swift") }.flatMap { name in
      let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8)
      return functions(in: text ?? "", "\(folder)/\(name)")
    }
  }

  @Test("No function is longer than a page, and few are longer than 30 lines")
  func lengths() {
    #expect(Self.all.count > 4000)
    let long = Self.all.filter { $0.lines > 30 }.sorted { $0.lines > $1.lines }
    let tooLong = long.filter { $0.lines > Self.longest }.map { "\($0.place): \($0.lines)" }
    #expect(tooLong == [])
    #expect(long.count <= Self.mostLong, "\(long.count): \(long.map(\.place))")
  }

  @Test("Lines are counted from the first word to the closing brace")
  func counted() {
    let text = """
      struct A {
        func one() { two() }
        func two(
          a: Int
        ) throws -> Int {
          if a > 0 {
            1
          }
        }
        func three() throws
      }
      """
    #expect(Self.functions(in: text, "a").map(\.lines) == [7])
  }
}
