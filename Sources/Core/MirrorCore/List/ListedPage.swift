import ProviderKit

/// The part of an album on a page of the listing.
struct ListedAlbum: Sendable {
  private(set) var part: AlbumPart
  /// All photos of the part, also those that an earlier page had: a photo may be in several albums.
  private(set) var photos: [Photo]

  /// Ends the part after these photos of it, because the run reads no further: it is not the album's end.
  mutating func cut(after photos: ArraySlice<Photo>) {
    guard let last = photos.last?.id, let end = self.photos.firstIndex(where: { $0.id == last })
    else { return }
    part.next = part.start + end + 1
    self.photos = Array(self.photos[...end])
  }

  init(part: AlbumPart, photos: [Photo]) { (self.part, self.photos) = (part, photos) }
}

extension AlbumPart {
  /// The part with what another page tells of the album, where its own page tells nothing.
  func adding(_ named: Album?) -> AlbumPart {
    guard let named, named.id == album.id else { return self }
    var part = self
    if part.album.title.isEmpty { part.album.title = named.title }
    part.album.about = part.album.about ?? named.about
    part.album.cover = part.album.cover ?? named.cover
    part.album.position = part.album.position ?? named.position
    return part
  }
}

/// A group of photos to process: the output of the list stage.
struct ListedPage: Sendable {
  enum Content: Sendable {
    /// Photos of the listing that this run has not met yet, the number of invalid entries of the page, and
    /// the total that the source reports.
    case listing([Photo], refused: Int, total: Int?)
    /// Photos left by earlier runs, or deferred by this one.
    case waiting([PhotoRecord])
    /// Photos that the mirror is to have, by their records' ids, whose files are fetched again for a cause.
    case again([Int64], Replacement.Cause)
    /// Photos that this worker took from the queue.
    case claimed([ClaimedPhoto])
  }

  /// Counted from 1 within the run.
  let number: Int
  let content: Content
  /// The album that the page is a part of.
  var album: ListedAlbum?
}

extension Listing.Element {
  /// The page as a delegate is told of it.
  /// - Parameter number: Counted from 1 within the run.
  package func facts(number: Int, knownTotal: Int, isLast: Bool = false) -> PageFacts {
    PageFacts(
      number: number, photos: photos.count, knownTotal: knownTotal, isLast: isLast,
      refused: refused + conflicts, skipped: skipped, byteCount: byteCount)
  }
}
