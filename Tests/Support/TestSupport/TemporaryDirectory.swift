import Foundation

/// A new folder that is removed when the value is released.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// - Parameter parent: for files that must not be below a folder that everybody may write to.
  package init(in parent: String = NSTemporaryDirectory()) throws {
    let name = URL(filePath: parent).appending(path: "photomirror-test-XXXXXX").path
    var template = Array(name.utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func appending(_ name: String) -> String { path + "/" + name }
}
