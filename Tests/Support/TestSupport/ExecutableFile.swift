import Foundation

/// A program that a test writes and runs.
package enum ExecutableFile {
  /// Writes a program by way of another process. If this process held it open for writing, a child that another
  /// test starts at that moment would hold it open too, until its own program begins, and the system refuses to
  /// run a file that is open for writing (ETXTBSY, execve(2)).
  package static func write(_ text: String, to path: String, mode: Int = 0o755) throws {
    let source = path + ".text"
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let install = try Process.run(
      URL(filePath: "/usr/bin/install"),
      arguments: ["-m", String(mode, radix: 8), source, path])
    install.waitUntilExit()
    try FileManager.default.removeItem(atPath: source)
    guard install.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
