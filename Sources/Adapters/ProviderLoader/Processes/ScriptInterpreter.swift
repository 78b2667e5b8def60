import Foundation
import SystemCalls

/// The program that runs a script, as the first line of the script names it (execve(2)).
struct ScriptInterpreter {
  /// The folders in which env(1) looks for it.
  static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
  /// Linux reads no more of the first line.
  private static let mostBytes = 256

  /// A path, or the name that is given to env(1).
  let name: String

  /// Nil if the file is not a script. Blocks.
  init?(ofFileAt path: String) {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: Self.mostBytes), bytes.starts(with: Array("#!".utf8))
    else { return nil }
    let line = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
    guard let first = words.first else { return nil }
    let isEnv = first.split(separator: "/").last == "env"
    // Options of env(1), and variables that it sets.
    let name = isEnv ? words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") } : first
    guard let name else { return nil }
    self.name = String(name)
  }

  /// Why the script cannot be run, as a predicate whose subject is the script; nil if the interpreter exists. Blocks.
  var problem: String? {
    let isPath = name.contains("/")
    let places = isPath ? [name] : Self.folders.map { "\($0)/\(name)" }
    guard !places.contains(where: { FileStatus(following: $0) != nil }) else { return nil }
    return "needs \(name), which is not "
      + (isPath ? "installed" : "in " + Self.folders.joined(separator: ", "))
  }
}
