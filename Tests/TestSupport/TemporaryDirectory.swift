import Foundation

/// A fresh folder that is removed with the value.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    var template = Array((NSTemporaryDirectory() + "photomirror-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func appending(_ name: String) -> String { path + "/" + name }
}
