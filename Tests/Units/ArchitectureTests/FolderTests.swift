import Foundation
import Testing

@Suite("The folders of the sources")
struct FolderTests {
  private static let targets: [String] = {
    let sources = SourceTree.root.appending(path: "Sources")
    let layers = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    return layers.sorted().flatMap { layer in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: sources.appending(path: layer).path)
      return (names ?? []).filter { $0 != "README.md" }.sorted().map { "\(layer)/\($0)" }
    }
  }()

  /// What is in a cycle, for a reason; `.` has the files outside of any folder.
  private static let known: [String: Set] = [
    // `Catalog` opens a database of either engine, and the statements of all folders extend it.
    "Adapters/Catalog": [".", "Machines", "SQLite", "Schema"]
  ]

  @Test("No folders of a target depend on each other in a cycle", arguments: targets)
  func cycles(target: String) {
    let found = SourceTree("Sources/" + target).foldersInCycles
    #expect(found == Self.known[target] ?? [], "\(found.sorted())")
  }

  @Test("A cycle of folders is found")
  func found() {
    let tree = SourceTree("Tests/Units/ArchitectureTests/Cycle")
    #expect(tree.foldersInCycles == ["One", "Two", ".", "Four"])
    #expect(tree.arrows["Three"] == ["One"])
    #expect(Self.targets.contains("Core/MirrorCore"))
  }
}
