import Glibc
import SystemCalls

extension ConfigurationFile {
  private static let mostBytes = 1 << 20

  /// Reads the user's file; nil if none. Blocks.
  /// - Throws: ``Problem`` if it cannot be used as a whole; its line is 0 if it has none.
  package static func read(in environment: [String: String]) throws(Problem) -> ConfigurationFile? {
    guard let path = HomePath.configuration(in: environment) else { return nil }
    let file: SmallFile
    do throws(SystemError) {
      file = try SmallFile(path, atMost: mostBytes)
    } catch {
      // A file that was asked for must exist.
      let isOptional = (environment["PHOTOMIRROR_CONFIG"] ?? "").isEmpty
      if isOptional, error.isAbsence { return nil }
      throw Problem(line: 0, "cannot be read: \(error.reason)")
    }
    try check(file.status)
    guard file.isWhole else { throw Problem(line: 0, "is longer than \(mostBytes) bytes") }
    do {
      return try ConfigurationFile(file.bytes, path: path, home: environment["HOME"])
    } catch {
      throw Problem(line: error.line, error.reason)
    }
  }

  /// A file that names commands must not be another user's.
  private static func check(_ status: FileStatus) throws(Problem) {
    guard status.isRegular else { throw Problem(line: 0, "is not a regular file") }
    // A user's own group may write: some systems create files so.
    let others: mode_t = status.group == getegid() ? 0o002 : 0o022
    guard status.mode & others == 0, status.owner == geteuid() || status.owner == 0 else {
      throw Problem(
        line: 0, "can be changed by others",
        hint: "it can name commands that are run: make it yours, and run 'chmod go-w' on it")
    }
  }
}
