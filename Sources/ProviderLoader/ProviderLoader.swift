import ProviderKit

/// A provider reached through a module's C table.
package struct LoadedProvider: PhotoProvider {
  package let manifest: Manifest
  /// The shared library's path.
  package let path: String

  package func pageRequest(for query: PageQuery) throws -> RequestDescription { fatalError("stub") }
  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    fatalError("stub")
  }
}

/// A module that was found and not taken.
package struct RefusedModule: Sendable, Hashable {
  package let path: String
  /// A sentence: what is wrong with it.
  package let reason: String
}

/// Finds and opens provider modules.
package struct ProviderLoader: Sendable {
  /// What a search found, in the order of the search; of equal names the first wins.
  package struct Found: Sendable {
    package var providers: [LoadedProvider]
    package var refused: [RefusedModule]
  }

  /// Folders or files, searched in this order.
  package let searchPath: [String]

  package init(searchPath: [String]) { self.searchPath = searchPath }

  /// `--provider-path`, then `PHOTOMIRROR_PROVIDER_PATH`, then beside the executable, then
  /// `../lib/photomirror` of it; never the working directory.
  package static func standardSearchPath(
    options: [String], environment: [String: String], executable: String
  ) -> [String] { fatalError("stub") }

  package func load() -> Found { fatalError("stub") }
}
