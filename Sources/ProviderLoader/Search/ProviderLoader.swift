import Foundation
import ProviderKit

/// Finds and opens provider modules.
package struct ProviderLoader: Sendable {
  /// What a search found, in the order of the search; of equal names the first wins.
  package struct Found: Sendable {
    /// What can be used.
    package var providers: [LoadedProvider]
    /// What cannot, and the places that could not be searched.
    package var refused: [RefusedModule]
  }

  /// Folders or files, searched in this order.
  package let searchPath: [String]

  /// A loader that looks at folders, and at modules that are named directly, by absolute paths.
  package init(searchPath: [String]) { self.searchPath = searchPath }

  /// Opens every module of the search path, each file once however often it is met.
  ///
  /// Of a folder those files are taken that are named `lib<Name>Provider.so`, in the order of their
  /// names. Whatever cannot be used is in `refused`, and the rest goes on. Opening a module runs its
  /// initializers; modules stay open as long as the process. Blocks on the disk: once, at the start.
  package func load() -> Found {
    var found = Found(providers: [], refused: [])
    var seen: Set<String> = []
    for place in searchPath {
      do throws(ModuleProblem) {
        for path in try ModulePlace(path: place).modules() where seen.insert(path).inserted {
          found.add(moduleAt: path)
        }
      } catch {
        found.refused.append(RefusedModule(path: place, reason: error.reason))
      }
    }
    return found
  }
}

extension ProviderLoader.Found {
  fileprivate mutating func add(moduleAt path: String) {
    do throws(ModuleProblem) {
      let provider = try LoadedProvider(path: path)
      let name = provider.manifest.name
      if let first = providers.first(where: { $0.manifest.name == name }) {
        throw ModuleProblem("provides \"\(name)\", which \(first.path) provides already")
      }
      providers.append(provider)
    } catch {
      refused.append(RefusedModule(path: path, reason: error.reason))
    }
  }
}

/// A module that was found and not taken.
package struct RefusedModule: Sendable, Hashable {
  /// The file, or the place of the search path.
  package let path: String
  /// A sentence: what is wrong with it.
  package let reason: String
}

/// Why a file or a folder is not used.
struct ModuleProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension ProviderLoader {
  /// `--provider-path`, then `PHOTOMIRROR_PROVIDER_PATH`, then beside the executable, then
  /// `../lib/photomirror` of it; never the working directory.
  ///
  /// An option is meant from the working directory where it is relative, since a person typed it
  /// there; a relative entry of the variable stays as it is and is refused by ``load()``, and an empty
  /// one is none. What was asked for is always there, so that its absence is reported; the last two
  /// are there where they exist. An `executable` without `/` was found by the shell and says nothing.
  package static func standardSearchPath(
    options: [String], environment: [String: String], executable: String
  ) -> [String] {
    let variable = environment["PHOTOMIRROR_PROVIDER_PATH"] ?? ""
    let asked =
      options.filter { !$0.isEmpty }.map(absolute) + variable.split(separator: ":").map(String.init)
    guard executable.contains("/") else { return asked }
    let program = URL(filePath: absolute(executable)).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "lib/photomirror")
    return asked + [folder, installed].map(\.path).filter(FileManager.default.fileExists(atPath:))
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
