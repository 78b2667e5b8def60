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
    // A pipe that nobody writes to would otherwise keep open() waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw UsageError("\(label): \(path) cannot be read: \(SystemError().reason)")
    }
    defer { close(descriptor) }
    guard let status = FileStatus(of: descriptor), !status.isDirectory else {
      throw UsageError("\(label): \(path) cannot be read")
    }
    guard
      let data = TimedReading.bytes(of: descriptor, atMost: Self.mostBytes + 1, seconds: seconds)
    else {
      throw UsageError("\(label): \(path) has no end within \(seconds) seconds")
    }
    guard data.count <= Self.mostBytes else {
      throw UsageError("\(label): \(path) has more than \(Self.mostBytes) bytes")
    }
    guard let content = String(validating: data, as: UTF8.self) else {
      throw UsageError("\(label): \(path) is not UTF-8 text")
    }
    let text = content.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw UsageError("\(label): \(path) does not hold one line of text") }
    value = text
    isReadableByOthers = status.isRegular && status.mode & 0o044 != 0
  }
}
