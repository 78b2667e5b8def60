import Foundation

/// An entry of the search path: a folder of modules, or a module.
///
/// What others may write is not opened, since to open a module is to run it: a file that everybody
/// may write is refused, and so is all of a folder that everybody may write, even where its sticky
/// bit keeps files from being replaced: a new one would do.
struct ModulePlace {
  let path: String

  /// The files to open, links followed, in the order of their names.
  func modules() throws(ModuleProblem) -> [String] {
    guard path.hasPrefix("/") else { throw ModuleProblem("is not an absolute path") }
    guard let kind = FileStatus(path: path) else {
      throw ModuleProblem("cannot be read: \(String(cString: strerror(errno)))")
    }
    guard kind.isFolder else { return [try resolved(path)] }
    try kind.refuseIfOpenToAll()
    guard access(path, R_OK | X_OK) == 0,
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    else { throw ModuleProblem("cannot be read: \(String(cString: strerror(errno)))") }
    return try names.filter(ModulePlace.isModuleName).sorted().map { name throws(ModuleProblem) in
      try resolved(path + "/" + name)
    }
  }

  /// `lib<Name>Provider.so`; the name may not be empty.
  static func isModuleName(_ name: String) -> Bool {
    name.hasPrefix("lib") && name.hasSuffix("Provider.so") && name.utf8.count > 14
  }

  /// The path without links, which tells whether a file was met before; a dangling link stays itself
  /// and is refused when it is opened.
  private func resolved(_ path: String) throws(ModuleProblem) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}

/// What the loader asks of a file's status.
struct FileStatus {
  private let mode: mode_t

  /// Nil, with `errno` set, where there is no such file or it cannot be reached.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    mode = status.st_mode
  }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }
  var isFile: Bool { mode & S_IFMT == S_IFREG }

  func refuseIfOpenToAll() throws(ModuleProblem) {
    guard mode & S_IWOTH == 0 else {
      throw ModuleProblem("may be written by everybody; chmod o-w would make it trustworthy")
    }
  }
}
