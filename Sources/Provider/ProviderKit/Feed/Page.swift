/// One page of a listing.
public struct Page: Codable, Sendable, Hashable {
  /// The photos in the order of the listing; each id at most once.
  public var photos: [Photo]
  /// The cursor of the next page, opaque to the host; nil if the listing ends here. A short page
  /// does not mean the end.
  public var next: String?
  /// The number of photos in the whole listing according to the source; an estimate for progress
  /// displays.
  public var total: Int?
  /// Entries that could not be parsed: for each a sentence that names it and says why.
  public var refused: [String]
  /// Entries that are skipped on purpose, such as videos; not an error.
  public var skipped: [SkippedEntry]
  /// Notes for the user, each as a sentence in lower case without a period.
  public var notes: [String]
  /// How much of the listing its pages show, for the whole listing: of different answers the worst
  /// holds. Nil where the provider does not say; then a listing that ends is complete.
  public var extent: Extent?
  /// Whether photos come into the listing only at its front, so that those after a known one are known; false
  /// where that is not certain. The host may then end a listing early in which nothing has changed.
  public var growsAtFront: Bool
  /// What the site does not list, each as a sentence in lower case without a period; makes the listing
  /// cut short.
  public var missing: [String]
  /// Listings that belong to this one. The host reads each of them from its start to its end, in this
  /// order, before it asks for ``next``.
  public var listings: [ListedSource]
  /// Requests whose answers are needed to complete the page. If there are any, everything else is
  /// ignored: the host sends them in order, and asks again with their answers.
  public var more: [RequestDescription]
  /// The part of an album that the photos of this page are; nil if the listing is not of albums.
  public var album: AlbumPart?

  /// A page; the last one unless `next` is given.
  public init(
    photos: [Photo], next: String? = nil, total: Int? = nil, refused: [String] = [],
    skipped: [SkippedEntry] = [], notes: [String] = [], extent: Extent? = nil,
    growsAtFront: Bool = false, missing: [String] = [], listings: [ListedSource] = [],
    more: [RequestDescription] = [],
    album: AlbumPart? = nil
  ) {
    self.photos = photos
    self.next = next
    self.total = total
    self.refused = refused
    self.skipped = skipped
    self.notes = notes
    (self.extent, self.missing, self.growsAtFront) = (extent, missing, growsAtFront)
    (self.listings, self.more, self.album) = (listings, more, album)
  }

  /// Decodes a page; an invalid photo is reported in ``refused``.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let entries = try members.decode([Entry].self, forKey: .photos)
    photos = entries.compactMap { try? $0.photo.get() }
    next = try members.decodeIfPresent(String.self, forKey: .next)
    total = try members.decodeIfPresent(Int.self, forKey: .total)
    refused = try members.decodeIfPresent([String].self, forKey: .refused) ?? []
    skipped = try members.decodeIfPresent([SkippedEntry].self, forKey: .skipped) ?? []
    notes = try members.decodeIfPresent([String].self, forKey: .notes) ?? []
    extent = try members.decodeIfPresent(Extent.self, forKey: .extent)
    growsAtFront = try members.decodeIfPresent(Bool.self, forKey: .growsAtFront) ?? false
    missing = try members.decodeIfPresent([String].self, forKey: .missing) ?? []
    listings = try members.decodeIfPresent([ListedSource].self, forKey: .listings) ?? []
    more = try members.decodeIfPresent([RequestDescription].self, forKey: .more) ?? []
    album = try members.decodeIfPresent(AlbumPart.self, forKey: .album)
    for (index, entry) in entries.enumerated() {
      guard case .failure(let error) = entry.photo else { continue }
      let reason = jointSentence(for: error, below: 2)
      refused.append("entry \(index + 1) of the page is not a photo: \(reason)")
    }
  }

  private struct Entry: Decodable {
    let photo: Result<Photo, any Error>

    init(from decoder: any Decoder) throws {
      photo = Result { try Photo(from: decoder) }
    }
  }
}

extension Page {
  /// Adds entries that are skipped, up to the limit of a page.
  public mutating func skip(_ entries: [SkippedEntry]) {
    skipped += entries.prefix(max(0, JointLimits.photos - skipped.count))
  }
}

/// An entry that is skipped on purpose. It is counted, and does not fail the run.
public struct SkippedEntry: Codable, Sendable, Hashable {
  /// The site's id; empty if it has none.
  public var id: String
  /// Its kind, as a noun in the singular with a regular plural: `video`.
  public var kind: String
  /// Why it is skipped, as a sentence in lower case without a period, the same for all such
  /// entries: `videos are not mirrored yet`.
  public var reason: String

  /// An entry that is skipped for `reason`.
  public init(id: String, kind: String, reason: String) {
    self.id = id
    self.kind = kind
    self.reason = reason
  }
}

extension Page {
  /// The page without photos that break a rule; each is reported in ``refused``.
  /// - Throws: ``ProviderFailure`` with `.malformed` if the whole page is unusable.
  package func checked() throws(ProviderFailure) -> Page {
    let counts = [photos.count, refused.count, skipped.count, listings.count]
    guard counts.allSatisfy({ $0 <= JointLimits.photos }) else {
      throw malformed("the page has more than \(JointLimits.photos) entries")
    }
    guard next.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw malformed("the next page's cursor is empty, too long or contains control characters")
    }
    var checked = Page(photos: [], next: next, total: total.flatMap { $0 < 0 ? nil : $0 })
    checked.photos.reserveCapacity(photos.count)
    checked.refused = refused.map { $0.cleaned(to: JointLimits.sentence) }
    checked.skipped = skipped.map { $0.checked() }
    (checked.extent, checked.growsAtFront) = (extent, growsAtFront)
    checked.missing = missing.prefix(JointLimits.notes).map { $0.cleaned(to: JointLimits.sentence) }
    checked.listings = try listings.map { listing throws(ProviderFailure) in try listing.checked() }
    checked.notes = notes.prefix(JointLimits.notes).map { $0.cleaned(to: JointLimits.sentence) }
    checked.album = try album?.checked()
    for (index, photo) in photos.enumerated() {
      do throws(ProviderFailure) {
        checked.photos.append(try photo.checked())
      } catch {
        let name = photo.id.isEmpty ? "\(index + 1) of the page" : quoted(photo.id)
        checked.refused.append("photo \(name): \(error.message)")
      }
    }
    return checked
  }
}

extension Page {
  /// The further requests of the page.
  /// - Throws: ``ProviderFailure`` with `.malformed` if the host cannot send one of them.
  package func checkedRequests(
    settings: [Manifest.Setting]
  ) throws(ProviderFailure) -> [RequestDescription] {
    guard more.count <= JointLimits.entries else {
      throw malformed("the page needs more than \(JointLimits.entries) further requests")
    }
    return try more.map { request throws(ProviderFailure) in try request.checked(settings: settings)
    }
  }
}

extension SkippedEntry {
  /// The entry with its texts cleaned. One without an id or a kind is skipped as well.
  fileprivate func checked() -> SkippedEntry {
    let kind = kind.cleaned(to: JointLimits.name)
    return SkippedEntry(
      id: id.cleaned(to: JointLimits.name), kind: kind.isEmpty ? "entry" : kind,
      reason: reason.cleaned(to: JointLimits.sentence))
  }
}
