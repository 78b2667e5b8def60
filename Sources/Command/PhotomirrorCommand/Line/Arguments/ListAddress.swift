import Foundation
import URLLists

/// The source `urls:FILE`: its file as an absolute path, so that the catalog knows the list wherever the command
/// is run.
struct ListAddress {
  let path: String
  let address: SourceAddress

  /// - Returns: Nil for another source.
  init?(_ source: SourceAddress) throws(UsageError) {
    guard case .feed(URLListProvider.name, let file, let parameters) = source else { return nil }
    let folder = FileManager.default.currentDirectoryPath
    path = URL(filePath: file, relativeTo: URL(filePath: folder, directoryHint: .isDirectory))
      .standardizedFileURL.path(percentEncoded: false)
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw UsageError(
        "the list \(file) cannot be read", hints: ["write urls: and the path of a file"])
    }
    address = .feed(provider: URLListProvider.name, selector: path, parameters: parameters)
  }
}
