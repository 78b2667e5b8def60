import Foundation

/// Debian's packages on this machine (dpkg(1)), or those whose libraries came with this program.
struct PackageDatabase {
  private static let mostBytes = 64 << 20

  private let status: Data
  /// Whether the packages' libraries came with this program, so that the system does not update them.
  let isOfThisProgram: Bool

  /// The file beside the libraries that samples/package --portable adds to the program; Debian's if there is none.
  static func ofThisProgram(
    _ program: String? = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/exe")
  ) -> PackageDatabase {
    let own = URL(filePath: program ?? "/").deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "lib/photomirror/packages").path
    return FileManager.default.isReadableFile(atPath: own)
      ? PackageDatabase(path: own, isOfThisProgram: true)
      : PackageDatabase(path: "/var/lib/dpkg/status")
  }

  init(path: String, isOfThisProgram: Bool = false) {
    self.isOfThisProgram = isOfThisProgram
    guard let handle = FileHandle(forReadingAtPath: path) else {
      status = Data()
      return
    }
    defer { try? handle.close() }
    status = (try? handle.read(upToCount: Self.mostBytes)).flatMap(\.self) ?? Data()
  }

  /// The version of a package; nil if it is not installed.
  func version(of package: String) -> String? {
    [package, package + "t64"].lazy.compactMap(stated).first
  }

  private func stated(_ package: String) -> String? {
    let name = Data("Package: \(package)\n".utf8)
    guard let start = status.range(of: name) else { return nil }
    // A stanza ends with an empty line.
    let end = status.range(of: Data("\n\n".utf8), in: start.lowerBound..<status.endIndex)
    let stanza = status[start.lowerBound..<(end?.lowerBound ?? status.endIndex)]
    let lines = String(decoding: stanza, as: UTF8.self).split(separator: "\n")
    guard
      lines.contains("Status: install ok installed") || lines.contains("Status: hold ok installed")
    else { return nil }
    return lines.first { $0.hasPrefix("Version: ") }.map { String($0.dropFirst(9)) }
  }
}
