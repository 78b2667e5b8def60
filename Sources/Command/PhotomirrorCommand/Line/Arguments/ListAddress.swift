import Foundation
import URLLists

/// The source `urls:FILE`: its file as an absolute path, so that the catalog knows the list wherever the command
/// is run.
struct ListAddress {
  let path: String
  let address: SourceAddress

  /// Whether the source is a list of addresses, which needs no module.
  static func isNamed(by source: SourceAddress) -> Bool {
    guard case .feed(URLListProvider.name, _, _) = source else { return false }
    return true
  }

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
