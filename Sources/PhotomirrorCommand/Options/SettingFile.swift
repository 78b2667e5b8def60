import Foundation
import SystemCalls

/// The value that `--set-file` names.
struct SettingFile {
  private static let mostBytes = 65_536

  /// The file's text without the white space around it.
  let value: String
  /// Whether its group or everybody can read it.
  let isReadableByOthers: Bool

  /// Reads a file, or a pipe to its end.
  /// - Throws: ``UsageError`` that names `label` and the path and never the content.
  init(_ path: String, for label: String) throws(UsageError) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw UsageError("\(label): \(path) cannot be read: \(SystemError().reason)")
    }
    defer { try? handle.close() }
    guard let status = FileStatus(of: handle.fileDescriptor), let data = Self.content(of: handle)
    else {
      throw UsageError("\(label): \(path) cannot be read")
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

  /// At most one byte more than the limit; nil if reading failed.
  private static func content(of handle: FileHandle) -> Data? {
    var content = Data()
    while content.count <= mostBytes {
      let count = content.count
      do {
        content += try handle.read(upToCount: mostBytes + 1 - count) ?? Data()
      } catch {
        return nil
      }
      guard content.count > count else { break }
    }
    return content
  }
}
