import Dispatch
import Foundation
import Locking
import ModuleHosting
import ProviderKit

/// Finds and opens provider modules.
package struct ProviderLoader: Sendable {
  /// Result of a search, in its order; of equal names the first wins.
  package struct Found: Sendable {
    /// The usable modules.
    package var providers: [LoadedProvider]
    /// The others, and the entries that could not be searched.
    package var refused: [RefusedModule]
  }

  /// Folders and files, searched in this order.
  package let searchPath: [String]
  private let processes: ModuleProcesses?
  private let shipped: ShippedProviders?

  /// A loader for folders, and for modules that are named directly, by absolute paths.
  /// - Parameters:
  ///   - processes: Open the modules; nil: this process does.
  ///   - shipped: Whose names no module from elsewhere may have; nil: there are none.
  package init(
    searchPath: [String], processes: ModuleProcesses? = nil, shipped: ShippedProviders? = nil
  ) {
    (self.searchPath, self.processes, self.shipped) = (searchPath, processes, shipped)
  }

  /// Opens every module of the search path, each file once.
  ///
  /// A folder's files named `lib<Name>Provider.so` and `photomirror-provider-<name>` are taken in the order
  /// of their names. Unusable ones are reported in `refused`. Opening a module runs its initializers; modules of this process
  /// stay open as long as it. Reads the disk and blocks: call it once, at the start.
  /// - Parameter name: Programs of other providers are not started, and of a folder only the modules whose file has the
  ///   name in its own, if they provide it: opening all takes longer than a short command. Nil: all are.
  package func load(_ name: String? = nil) -> Found {
    var found = Found(providers: [], refused: [])
    var seen: Set<String> = []
    for place in searchPath {
      do throws(ModuleProblem) {
        let files = try SearchEntry(path: place).modules().filter { seen.insert($0.path).inserted }
        guard let name else {
          for (file, opened) in zip(files, open(files, of: place)) { found.add(file, opened) }
          continue
        }
        for isLikely in [true, false]
        where !found.providers.contains(where: { $0.manifest.name == name }) {
          for file in files where file.mayProvide(name) && file.isNamed(name) == isLikely {
            found.add(file, open(file, of: place))
          }
        }
      } catch {
        found.refused.append(RefusedModule(path: place, error))
      }
    }
    return found
  }

  private func open(
    _ file: ModuleFile, of place: String
  ) -> Result<LoadedProvider, ModuleProblem> {
    Result { () throws(ModuleProblem) in
      // Before its code runs, where the file says which provider it is.
      if let name = file.program { try shipped?.check(name, in: place) }
      let provider = try load(file)
      try shipped?.check(provider.manifest.name, in: place)
      return provider
    }
  }

  private func load(_ file: ModuleFile) throws(ModuleProblem) -> LoadedProvider {
    do throws(ModuleProblem) {
      return try LoadedProvider(file, in: processes)
    } catch {
      guard file.program != nil,
        let problem = ScriptInterpreter(ofFileAt: file.path)?.problem
      else { throw error }
      throw ModuleProblem(problem, isOfMissingProgram: true)
    }
  }

  /// In processes of their own several at the same time: most of the time goes to their dynamic linkers.
  private func open(
    _ files: [ModuleFile], of place: String
  ) -> [Result<LoadedProvider, ModuleProblem>] {
    guard processes != nil else { return files.map { open($0, of: place) } }
    let opened = Locked<[Int: Result<LoadedProvider, ModuleProblem>]>([:])
    DispatchQueue.concurrentPerform(iterations: files.count) { number in
      let result = open(files[number], of: place)
      opened.withLock { $0[number] = result }
    }
    let results = opened.withLock(\.self)
    return files.indices.map { results[$0] ?? open(files[$0], of: place) }
  }
}

extension ModuleFile {
  /// Whether it is a module, or the program of this provider.
  fileprivate func mayProvide(_ name: String) -> Bool { program == nil || program == name }

  /// Whether the file's name contains the provider's: `libWebFeedProvider.so` that of `feed`.
  fileprivate func isNamed(_ name: String) -> Bool {
    (path.split(separator: "/").last ?? "").lowercased().contains(name)
  }
}

extension ProviderLoader.Found {
  fileprivate mutating func add(
    _ file: ModuleFile, _ opened: Result<LoadedProvider, ModuleProblem>
  ) {
    do throws(ModuleProblem) {
      let provider = try opened.get()
      let name = provider.manifest.name
      if let first = providers.first(where: { $0.manifest.name == name }) {
        throw ModuleProblem("provides \"\(name)\", which \(first.path) provides already")
      }
      providers.append(provider)
    } catch {
      refused.append(RefusedModule(path: file.path, error))
    }
  }
}

/// A module that was found and is not used.
package struct RefusedModule: Sendable, Hashable {
  /// The file, or the entry of the search path.
  package let path: String
  /// The reason as a sentence.
  package let reason: String
  /// Whether the reason is a program that it needs and that is not installed.
  package let lacksProgram: Bool

  fileprivate init(path: String, _ problem: ModuleProblem) {
    (self.path, reason, lacksProgram) = (path, problem.reason, problem.isOfMissingProgram)
  }
}

extension ProviderLoader {
  /// The default search path: `--provider-path`, then `PHOTOMIRROR_PROVIDER_PATH`, then the folder
  /// of the executable, then `../lib/photomirror` of it; never the working directory.
  ///
  /// A relative option is resolved against the working directory, because the user typed it there.
  /// A relative entry of the variable is kept and then refused by ``load()``; an empty one is
  /// skipped. Named entries are always included, so that a missing one is reported; the last two
  /// only if they exist. An `executable` without `/` was found by the shell and adds nothing.
  package static func standardSearchPath(
    options: [String], environment: [String: String], executable: String
  ) -> [String] {
    let variable = environment["PHOTOMIRROR_PROVIDER_PATH"] ?? ""
    let asked =
      options.filter { !$0.isEmpty }.map(absolute) + variable.split(separator: ":").map(String.init)
    return asked + standardFolders(executable: executable)
  }

  /// The folder of the executable, and `../lib/photomirror` of it, if they exist.
  package static func standardFolders(executable: String) -> [String] {
    guard executable.contains("/") else { return [] }
    let program = URL(filePath: absolute(executable)).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "lib/photomirror")
    return [folder, installed].map(\.path).filter(FileManager.default.fileExists(atPath:))
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }
}
