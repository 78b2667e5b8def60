import Foundation
import SystemCalls

/// An entry of the search path: a folder of modules, or a module.
///
/// An entry that others can change is not opened (``TrustedPath``): a module alone, or a folder
/// with all its modules.
struct ModulePlace {
  let path: String

  /// The modules, with links resolved, in the order of their names.
  func modules() throws(ModuleProblem) -> [String] {
    guard path.hasPrefix("/") else { throw ModuleProblem("is not an absolute path") }
    guard let status = FileStatus(following: path) else {
      throw ModuleProblem("cannot be read: \(SystemError().reason)")
    }
    guard status.isDirectory else { return [resolved(path)] }
    try TrustedPath.check(resolved(path))
    guard access(path, R_OK | X_OK) == 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { throw ModuleProblem("cannot be read: \(SystemError().reason)") }
    return names.filter(ModulePlace.isModuleName).sorted().map { resolved(path + "/" + $0) }
  }

  /// Whether a name has the form `lib<Name>Provider.so` with a non-empty `<Name>`.
  static func isModuleName(_ name: String) -> Bool {
    name.hasPrefix("lib") && name.hasSuffix("Provider.so") && name.utf8.count > 14
  }

  /// The path without links, which identifies a file. A dangling link is kept and refused when it
  /// is opened.
  private func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
