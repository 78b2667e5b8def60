import Foundation
import Testing

/// SECURITY.md names a test for each promise.
@Suite("The page on security")
struct SecurityPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("Every test that SECURITY.md names exists")
  func names() throws {
    let page = try String(contentsOf: Self.root.appending(path: "SECURITY.md"), encoding: .utf8)
    let table = try #require(
      page.components(separatedBy: "\n## Tests that show the promises\n").last)
    let names = table.matches(of: /"([^"]+)"/).map { String($0.1) }
    #expect(names.count > 30)
    let tests = Self.root.appending(path: "Tests")
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var missing = Set(names)
    for file in files.compactMap({ $0 as? URL }) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      missing = missing.filter { !text.contains("\"\($0)\"") }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }
}
