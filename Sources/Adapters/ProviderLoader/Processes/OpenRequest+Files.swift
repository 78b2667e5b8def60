import Foundation
import ModuleHosting

extension OpenRequest {
  /// A request for a module, with the libraries that it may need.
  init(modulePath: String) {
    self.init(
      modulePath: modulePath,
      readable: [modulePath] + Self.neighbours(of: modulePath) + Self.common)
  }

  /// Where the system keeps libraries and their data (ld.so(8)).
  private static let system = [
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/urandom",
  ]

  /// Of every module, found once.
  private static let common = system + searched + loaded

  private static let mostNeighbours = 1000

  /// The libraries beside a module, one by one: the folder may be somebody's home.
  private static func neighbours(of path: String) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.lazy.filter { $0.contains(".so") }.prefix(mostNeighbours).map { folder + "/" + $0 }
  }

  private static var searched: [String] {
    let variable = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    return variable.split(whereSeparator: { $0 == ":" || $0 == ";" }).map(String.init)
      .filter(isLibraryFolder)
  }

  /// The folders of the libraries of this program (proc(5)): a module may need others of the same runtime.
  private static var loaded: [String] {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let files = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { line[$0...] }
    }
    return Set(files.filter { $0.contains(".so") }.map { URL(filePath: String($0)) })
      .reduce(into: Set()) { $0.insert($1.deletingLastPathComponent().path) }
      .filter(isLibraryFolder).sorted()
  }

  /// A folder with more than libraries, such as a home or the root, is not opened as a whole.
  static func isLibraryFolder(_ path: String) -> Bool {
    let home = NSHomeDirectory()
    return path.hasPrefix("/") && !(home + "/").hasPrefix(path.hasSuffix("/") ? path : path + "/")
  }
}
