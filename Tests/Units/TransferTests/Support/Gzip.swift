import Foundation
import TestSupport

/// The output of gzip(1) for bytes.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  let process = Process()
  guard let folder = try? TemporaryDirectory() else { return [] }
  let file = folder.appending("bytes")
  guard FileManager.default.createFile(atPath: file, contents: Data(bytes)) else { return [] }
  process.executableURL = URL(fileURLWithPath: "/bin/gzip")
  process.arguments = ["-9", "-c", "-n", file]
  let output = Pipe()
  process.standardOutput = output
  guard (try? process.run()) != nil else { return [] }
  return [UInt8](output.fileHandleForReading.readDataToEndOfFile())
}
