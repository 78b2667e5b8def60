import Foundation
import Testing

@Suite("The documents")
struct DocumentTests {
  /// Those that describe the sources and the tests: three for all, and one for each layer.
  private static let documents: [String] = {
    let layers = try? FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appending(path: "Sources").path)
    return ["ARCHITECTURE.md", "CONTRIBUTING.md", "Tests/README.md"]
      + (layers ?? []).sorted().map { "Sources/\($0)/README.md" }
  }()

  private static func names(in document: String) throws -> DocumentNames {
    let place = SourceTree.root.appending(path: document)
    return DocumentNames(try String(contentsOf: place, encoding: .utf8))
  }

  @Test("Every file and type that a document names exists", arguments: documents)
  func names(document: String) throws {
    let names = try Self.names(in: document).names
    #expect(!names.isEmpty)
    let unknown = names.filter { !RepositoryNames.shared.has($0) }
    #expect(unknown.isEmpty, "\(unknown)")
  }

  @Test("Every link of a document leads to a file", arguments: documents)
  func links(document: String) throws {
    let folder = SourceTree.root.appending(path: document).deletingLastPathComponent()
    let lost = try Self.names(in: document).links.filter {
      !FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
    #expect(lost.isEmpty, "\(lost)")
  }

  @Test(
    "A name that is not in the repository is found",
    arguments: [
      "NoSuchStage.swift", "Walk/NoSuchStage.swift", "Tests/nothing [KILLS [SEED]]", "NoSuchStage",
      "SourceTree.noSuchMember", "NoSuchStage.init",
    ])
  func found(madeUp: String) {
    let names = DocumentNames("The stage is in `\(madeUp)`, as a file.").names
    #expect(names.count == 1)
    #expect(names.allSatisfy { !RepositoryNames.shared.has($0) })
  }

  @Test(
    "A name in the repository is known",
    arguments: [
      "SourceTree.swift", "ArchitectureTests/SourceTree.swift", "Tests/run --filter CatalogTests",
      "SourceTree", "SourceTree.arrows", "SourceTree.File", "ArchitectureTests",
    ])
  func known(real: String) {
    let names = DocumentNames("See `\(real)`.").names
    #expect(names.count == 1)
    #expect(names.allSatisfy { RepositoryNames.shared.has($0) })
  }

  @Test("Words from outside and blocks of code are left out")
  func leftOut() {
    let text = """
      `STRICT`, `swift build`, `--jobs 4`, `/tmp`, `.photomirror/parts`, `Sources/LAYER/TARGET`, `If-None-Match`,
      `igzip_lib.h`, `lib/photomirror`, `flickr.photos.getSizes`, [a page](https://example.org/NoSuchPage.md)

      ```swift
      let stage = `NoSuchStage`
      ```

          `NoSuchStage.swift`
      """
    let found = DocumentNames(text)
    #expect(found.names.isEmpty)
    #expect(found.links.isEmpty)
  }
}
