import Foundation
import ProviderLoader
import Testing

/// The modules that the build made, which stand beside the tests.
enum BuiltModule {
  /// The folder of the test bundle and of the build's products.
  static let folder: String = {
    // argv[0] of `swift test` is the test bundle itself; the link is what stands in the folder.
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()

  /// The provider of `lib<name>Provider.so`, through its C table.
  static func load(_ name: String) throws -> LoadedProvider {
    let path = "\(folder)/lib\(name)Provider.so"
    try #require(
      FileManager.default.fileExists(atPath: path), "\(path) is missing; run swift build first")
    let found = ProviderLoader(searchPath: [path]).load()
    return try #require(found.providers.first, "\(found.refused)")
  }
}
