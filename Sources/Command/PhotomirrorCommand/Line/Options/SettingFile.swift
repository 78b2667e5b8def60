import Foundation
import SystemCalls

/// The value that `--set-file` names.
struct SettingFile {
  private static let mostBytes = 65_536
  private static let seconds = 30

  /// The file's text without the white space around it.
  let value: String
  /// Whether its group or everybody can read it.
  let isReadableByOthers: Bool

  /// Reads a file, or a pipe to its end.
  /// - Parameter seconds: How long a pipe is waited for.
  /// - Throws: ``UsageError`` that names `label` and the path and never the content.
  init(_ path: String, for label: String, seconds: Int = seconds) throws(UsageError) {
    let file: SmallFile
    do throws(SystemError) {
      file = try SmallFile(path, atMost: Self.mostBytes, seconds: seconds)
    } catch {
      throw UsageError(
        "\(label): \(path) "
          + (error.code == ETIMEDOUT
            ? "has no end within \(seconds) seconds" : "cannot be read: \(error.reason)"))
    }
    guard file.isWhole else {
      throw UsageError("\(label): \(path) has more than \(Self.mostBytes) bytes")
    }
    guard let content = String(validating: file.bytes, as: UTF8.self) else {
      throw UsageError("\(label): \(path) is not UTF-8 text")
    }
    let text = content.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw UsageError("\(label): \(path) does not hold one line of text") }
    value = text
    isReadableByOthers = file.status.isRegular && file.status.mode & 0o044 != 0
  }
}
