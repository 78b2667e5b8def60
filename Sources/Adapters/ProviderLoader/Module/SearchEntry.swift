import Foundation
import ModuleHosting
import SystemCalls

/// A file of a provider, with links resolved.
struct ModuleFile: Hashable {
  let path: String
  /// The provider's name, if the file is a program (``ProgramFiles``); nil for a shared library.
  let program: String?
  /// Whether the program lists by itself (``Lister``).
  let isLister: Bool
}

/// An entry of the search path: a folder of modules, or a module.
///
/// An entry that others can change is not opened (``TrustedPath``): a module alone, or a folder
/// with all its modules.
struct SearchEntry {
  let path: String

  /// The modules in the order of their names.
  func modules() throws(ModuleProblem) -> [ModuleFile] {
    guard path.hasPrefix("/") else { throw ModuleProblem("is not an absolute path") }
    guard let status = FileStatus(following: path) else {
      throw ModuleProblem("cannot be read: \(SystemError().reason)")
    }
    guard status.isDirectory else { return [file(path)] }
    try TrustedPath.check(resolved(path))
    guard access(path, R_OK | X_OK) == 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { throw ModuleProblem("cannot be read: \(SystemError().reason)") }
    return names.filter { Self.isModuleName($0) || ProgramFiles.provider($0) != nil }.sorted()
      .map { file(path + "/" + $0) }
  }

  /// The name of a link counts, not that of the file that it leads to.
  private func file(_ path: String) -> ModuleFile {
    ModuleFile(
      path: resolved(path), program: ProgramFiles.provider(path),
      isLister: ProgramFiles.isLister(path))
  }

  /// Whether a name has the form `lib<Name>Provider.so` with a non-empty `<Name>`.
  static func isModuleName(_ name: String) -> Bool {
    name.hasPrefix("lib") && name.hasSuffix("Provider.so") && name.utf8.count > 14
  }

  /// The path without links, which identifies a file. A dangling link is kept and refused when it
  /// is opened.
  private func resolved(_ path: String) -> String {
    LinkFree.real(path) ?? path
  }
}
