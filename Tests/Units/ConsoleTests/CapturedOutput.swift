import Console
import Foundation
import TestSupport
import Testing

/// A file that is written as a stream and read back.
struct CapturedOutput {
  let output: Output
  private let directory: TemporaryDirectory
  private let handle: FileHandle

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.appending("output")
    try Data().write(to: URL(filePath: path))
    handle = try #require(FileHandle(forUpdatingAtPath: path))
    output = Output(descriptor: handle.fileDescriptor)
  }

  /// The written text so far.
  var text: String {
    get throws { try String(contentsOfFile: directory.appending("output"), encoding: .utf8) }
  }
}
