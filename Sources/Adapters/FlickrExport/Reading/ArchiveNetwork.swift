import MirrorCore

/// The network port to the archives of an export: a download copies an entry into its part file.
package struct ArchiveNetwork: Network {
  private let index: ExportIndex
  private let extractor: EntryExtractor
  private let onBytes: @Sendable (Int64) -> Void

  /// - Parameter onBytes: Called with the length of each copied file.
  package init(_ index: ExportIndex, onBytes: @escaping @Sendable (Int64) -> Void) {
    (self.index, self.onBytes) = (index, onBytes)
    extractor = EntryExtractor(index.archives)
  }

  /// Ends the thread that reads the archives.
  package func close() async { await extractor.close() }

  /// Nothing: ``ExportChannel`` reads its pages itself.
  package func answer(to request: SiteRequest) async throws(FetchError) -> SiteAnswer {
    SiteAnswer(status: 200, body: [], place: "the export")
  }

  package func download(
    _ request: FileRequest, progress: @escaping @Sendable (FileProgress) -> Void
  ) async throws(FetchError) -> DownloadedFile {
    guard let id = ExportAddress.id(in: request.url), let media = index.media[id] else {
      throw FetchError(.other, "the export has no file of this photo")
    }
    let count = try await extractor.copy(
      .init(
        place: media.place, path: request.part,
        refusing: { request.refusing?($0, request.url) },
        progress: progress))
    onBytes(count)
    var file = DownloadedFile()
    file.bytesFetched = count
    return file
  }
}

/// The address of a photo's file for ``ArchiveNetwork``: that of the original at Flickr, so that the catalog
/// can tell later whether the original was replaced, or one of this program, if the export does not state it.
enum ExportAddress {
  private static let scheme = "flickr-export:"

  static func unknown(_ id: String) -> String { scheme + id }

  static func id(in address: String) -> String? {
    if address.hasPrefix(scheme) { return String(address.dropFirst(scheme.count)) }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map { String($0.prefix { $0 != "_" }) }
  }
}
