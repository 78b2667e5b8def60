import Foundation
import Testing

/// The guide's snippets are lines of the tests in this folder, or of the samples: compiled and run.
@Suite("The guide of Operations")
struct GuideTests {
  @Test("Every Swift snippet of the guide is in a test or a sample", arguments: GuideTests.pages)
  func snippets(page: String) throws {
    let text = try String(contentsOf: Self.guide.appending(path: page), encoding: .utf8)
    let compiled = try Self.compiled()
    for snippet in Self.snippets(in: text) {
      #expect(compiled.contains { $0.contains(snippet) }, "\(page): not compiled:\n\(snippet)")
    }
  }

  @Test("Every Swift snippet of a doc comment is in a test or a sample")
  func docComments() throws {
    let compiled = try Self.compiled()
    let sources = try [
      "Sources/Libraries/Operations", "Sources/Libraries/OperationsTesting",
      "Sources/Libraries/Threads",
    ]
    .flatMap(Self.swiftFiles)
    var count = 0
    for source in sources {
      let comments = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingPrefix { $0 == " " } }
        .map { $0.hasPrefix("///") ? String($0.dropFirst(3)) : "" }
      for snippet in Self.snippets(in: comments.joined(separator: "\n")) {
        count += 1
        let name = source.lastPathComponent
        #expect(compiled.contains { $0.contains(snippet) }, "\(name): not compiled:\n\(snippet)")
      }
    }
    #expect(count > 0)
  }

  @Test("The guide has a page for each part, and its first page links to each")
  func toc() throws {
    let wanted = [
      "Conditions", "Groups", "MigratingFromCompositeOperations", "MigratingFromDRBOperationTree",
      "MigratingFromRASchedulingKit", "MigratingFromTWGOperations", "MigratingFromTaskGroup",
      "Operations", "Queues", "Retry", "Sequences", "Testing", "Threads", "Trees",
    ]
    #expect(Self.pages == wanted.map { $0 + ".md" })
    let first = try String(contentsOf: Self.guide.appending(path: "Operations.md"), encoding: .utf8)
    for page in wanted where page != "Operations" {
      #expect(first.contains("<doc:\(page)>"), "\(page) is not in the table of contents")
    }
    for page in Self.pages {
      let text = try String(contentsOf: Self.guide.appending(path: page), encoding: .utf8)
      #expect(!Self.snippets(in: text).isEmpty, "\(page) shows no code")
    }
  }

  private static let root = (1...5).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  private static let guide = root.appending(path: "Sources/Libraries/Operations/Operations.docc")

  static let pages =
    (try? FileManager.default.contentsOfDirectory(atPath: guide.path).sorted()) ?? []

  /// The text of every file that a snippet may come from, as `lines(of:)`.
  private static func compiled() throws -> [String] {
    try ["Tests/Units/OperationsTests/Guide", "samples/Operations"].flatMap(swiftFiles).map {
      lines(of: try String(contentsOf: $0, encoding: .utf8).split(separator: "\n"))
    }
  }

  private static func swiftFiles(below folder: String) throws -> [URL] {
    let folder = root.appending(path: folder).resolvingSymlinksInPath()
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }

  /// The blocks between a line "```swift" and a line "```", as `lines(of:)`.
  private static func snippets(in text: String) -> [String] {
    var snippets: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n") {
      switch line.trimmingCharacters(in: .whitespaces) {
      case "```swift": block = []
      case "```":
        if let lines = block { snippets.append(Self.lines(of: lines)) }
        block = nil
      default: block?.append(line)
      }
    }
    return snippets
  }

  /// The lines without indentation and without empty lines: a snippet's place in a test does not
  /// matter.
  private static func lines(of lines: [Substring]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      .joined(separator: "\n") + "\n"
  }
}
