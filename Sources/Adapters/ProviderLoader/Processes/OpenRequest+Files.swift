import Foundation
import ModuleHosting
import SystemCalls

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

  /// The libraries beside a module, one by one: the folder may be somebody's home. What is no regular file, such as a link
  /// to another place, or what others can change is none of them.
  static func neighbours(of path: String) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().lazy.filter { $0.contains(".so") }.map { folder + "/" + $0 }
      .filter(isLibrary).prefix(mostNeighbours).map(\.self)
  }

  private static func isLibrary(_ path: String) -> Bool {
    guard FileStatus(of: path)?.isRegular ?? false else { return false }
    return (try? TrustedPath.check(path)) != nil
  }

  private static var searched: [String] {
    let variable = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    return variable.split(whereSeparator: { $0 == ":" || $0 == ";" }).map(String.init)
      .filter(ClosedFolders.ofProcess.opens)
  }

  /// The folders of the libraries of this program (proc(5)): a module may need others of the same runtime.
  private static var loaded: [String] {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let files = maps.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { line[$0...] }
    }
    return Set(files.filter { $0.contains(".so") }.map { URL(filePath: String($0)) })
      .reduce(into: Set()) { $0.insert($1.deletingLastPathComponent().path) }
      .filter(ClosedFolders.ofProcess.opens).sorted()
  }
}
