import Console
import Foundation

/// `photomirror thumbnail FILE… -o DIR`
struct ThumbnailCommand {
  private let arguments: ThumbnailArguments

  init(_ arguments: ThumbnailArguments) { self.arguments = arguments }

  func run() async throws -> ExitStatus {
    try checkNames()
    try makeDirectory()
    let total = arguments.files.count
    let files = PictureFiles(paths: arguments.files, isJSON: arguments.isJSON) { tally in
      "made \(Quantity.count(tally[.whole] ?? 0, of: "thumbnail")), "
        + "\(Quantity.count(tally[.failed] ?? 0)) failed"
        + (tally.told < total ? ", of \(Quantity.count(total, of: "file"))" : "")
    }
    return try await files.tell(ThumbnailMaker(arguments).report)
  }

  /// Two files of one name would have one thumbnail. By bytes: strings are equal also where names are
  /// two, for they may encode a letter in two ways.
  private func checkNames() throws(UsageError) {
    var first: [[UInt8]: String] = [:]
    for file in arguments.files {
      let name = ThumbnailMaker.name(of: file)
      if let other = first.updateValue(file, forKey: Array(name.utf8)),
        !other.utf8.elementsEqual(file.utf8)
      {
        throw UsageError(
          "'\(other)' and '\(file)' would both become \(name)",
          hints: ["make the thumbnails of each folder in a folder of their own"])
      }
    }
  }

  private func makeDirectory() throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: arguments.directory, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        .directoryFailed, "cannot make the directory \(arguments.directory): \(error.systemReason)")
    }
  }
}
