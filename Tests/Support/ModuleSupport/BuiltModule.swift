import Foundation
import ProviderLoader

/// The modules of the build, which are beside the tests.
package enum BuiltModule {
  package struct Missing: Error {
    let reason: String
  }

  /// The folder of the test bundle and of the build's products.
  package static let folder: String = {
    // argv[0] of `swift test` is the test bundle itself, which is a link in the folder.
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()

  /// The provider of `lib<name>Provider.so`, through its C table.
  package static func load(_ name: String) throws -> LoadedProvider {
    let found = ProviderLoader(searchPath: ["\(folder)/lib\(name)Provider.so"]).load()
    guard let provider = found.providers.first else {
      throw Missing(reason: "\(found.refused)")
    }
    return provider
  }
}
