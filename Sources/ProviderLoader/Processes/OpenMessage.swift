import Foundation
import Sandbox

/// The request to open a module.
struct OpenRequest {
  /// The longest message of this kind.
  static let mostBytes = 8 << 20

  let modulePath: String
  /// The files, and the folders with all below them, that the module may read while it is opened.
  let readable: [String]

  /// A request for a module, with the libraries that it may need.
  init(modulePath: String) {
    self.modulePath = modulePath
    readable = [modulePath] + Self.neighbours(of: modulePath) + Self.common
  }

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.append(modulePath)
    writer.append(readable.count)
    for path in readable { writer.append(path) }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    modulePath = try reader.text()
    var readable: [String] = []
    for _ in 0..<(try reader.number(in: 0...100_000)) { readable.append(try reader.text()) }
    self.readable = readable
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

/// The answer to a request to open a module.
enum OpenAnswer {
  /// The longest message of this kind.
  static let mostBytes = 64 << 10

  case opened(version: UInt32)
  /// Why it cannot be used.
  case refused(String)

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .opened(let version):
      writer.append(true)
      writer.append(version)
    case .refused(let reason):
      writer.append(false)
      writer.append(reason)
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    self =
      try reader.flag()
      ? .opened(version: UInt32(try reader.number(in: 1...2))) : .refused(try reader.text())
  }
}
