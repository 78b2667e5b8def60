import Archives
import MirrorCore
import ProviderKit
import Threads

/// The provider port to an export: its pages list the photos with JSON and files, in the order of
/// the archives, and then those with only a file.
package actor ExportChannel: ProviderChannel {
  /// Photos of one page.
  private static let pageLength = 500
  /// Bytes of the JSON of one page: photos may have thousands of comments.
  private static let pageBytes: Int64 = 32 << 20
  /// A photo's JSON has a few kilobytes.
  private static let documentLimit = 8 << 20

  package nonisolated let manifest: Manifest
  private let index: ExportIndex
  private let account: ExportedAccount
  private let site: String
  private nonisolated let thread = SerialThread(name: "export")
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }
  private var cursor: ArchiveCursor

  /// - Parameters:
  ///   - account: The owner, with an NSID.
  ///   - site: The site that issued the photos' ids.
  package init(_ index: ExportIndex, manifest: Manifest, account: ExportedAccount, site: String) {
    (self.index, self.manifest, self.account, self.site) = (index, manifest, account, site)
    cursor = ArchiveCursor(index.archives)
  }

  /// Ends the thread.
  package nonisolated func close() async { await thread.shutdown() }

  package func ask<Question, Answer>(
    _ call: ProviderCall<Question, Answer>, _ question: Question
  ) throws -> Answer {
    try call.ask(Pages(channel: self), question)
  }

  /// The provider of the channel; asked on its thread only.
  private struct Pages: PhotoProvider {
    let channel: ExportChannel

    var manifest: Manifest { channel.manifest }

    /// A request that ``ArchiveNetwork`` answers with an empty body.
    func pageRequest(for query: PageQuery) -> RequestDescription {
      RequestDescription(url: "https://export.invalid/")
    }

    func page(from answer: Answer, for query: PageQuery) throws -> Page {
      try channel.assumeIsolated { try $0.page(for: query) }
    }
  }

  private func page(for query: PageQuery) throws -> Page {
    let start = query.cursor.flatMap { Int($0) } ?? 0
    let count = index.documents.count + index.undescribed.count
    guard (0...count).contains(start) else {
      throw ProviderFailure(.source, "the export has no page at \(start)")
    }
    let end = end(of: start, count)
    // An export may lack archives, and is older than the site.
    var page = Page(
      photos: [], next: end < count ? "\(end)" : nil, total: index.count, extent: .window)
    if start == 0 { (page.notes, page.refused) = (index.notes, index.refused) }
    for number in start..<end { add(number, to: &page) }
    return page
  }

  /// The end of the page that begins at a place: of at least one photo.
  private func end(of start: Int, _ count: Int) -> Int {
    var (end, rest) = (start, Self.pageBytes)
    while end < min(start + Self.pageLength, count) {
      rest -= end < index.documents.count ? min(index.documents[end].place.size, rest) : 0
      end += 1
      if rest <= 0 { break }
    }
    return end
  }

  private func add(_ number: Int, to page: inout Page) {
    guard number < index.documents.count else {
      let id = index.undescribed[number - index.documents.count]
      page.photos.append(photo(id))
      return
    }
    let document = index.documents[number]
    guard let media = index.media[document.id] else {
      page.skipped.append(SkippedEntry(id: document.id, kind: "photo", reason: Self.missing))
      return
    }
    do {
      let exported = try read(document)
      guard media.isVideo || !exported.isUnprocessedVideo else {
        page.skipped.append(SkippedEntry(id: document.id, kind: "video", reason: Self.unprocessed))
        return
      }
      var photo = exported.photo(of: account, site: site)
      photo.renditions = [rendition(document.id, original: exported.original)]
      photo.media = media.isVideo ? .video : nil
      page.photos.append(try photo.checkedForExport())
    } catch {
      let reason = (error as? ProviderFailure)?.message ?? (error as? ZipError)?.message
      page.refused.append("photo_\(document.id).json: \(reason ?? "\(error)")")
      page.photos.append(photo(document.id))
    }
  }

  /// A photo without JSON.
  private func photo(_ id: String) -> Photo {
    Photo(
      id: id, site: site, owner: account.nsid ?? "", ownerName: account.name,
      renditions: [rendition(id, original: nil)])
  }

  /// The original: exports contain nothing smaller.
  private func rendition(_ id: String, original: String?) -> Rendition {
    let isVideo = index.media[id]?.isVideo ?? false
    // A video's address in an export is that of its still.
    let address = isVideo ? nil : original
    return Rendition(
      label: isVideo ? "Video Original" : "Original", url: address ?? ExportAddress.unknown(id),
      isOriginal: true, media: isVideo ? .video : nil)
  }

  private func read(_ document: ExportIndex.Document) throws -> ExportedPhoto {
    do {
      let bytes = try cursor.reader(at: document.place).bytes(limit: Self.documentLimit)
      return try ExportedPhoto(String(decoding: bytes, as: UTF8.self), id: document.id)
    } catch let error as ZipError {
      cursor.close()
      throw error
    }
  }

  static let missing = "the export has no file of it"
  static let unprocessed = "Flickr had not processed it when the export was made"
}

extension Photo {
  /// The photo with its texts cleaned; its only address may be one of this program.
  fileprivate func checkedForExport() throws(ProviderFailure) -> Photo {
    var bare = self
    bare.renditions = []
    var checked = try bare.checked()
    checked.renditions = renditions
    return checked
  }
}
