/// A part of a listing.
public struct Page: Codable, Sendable, Hashable {
  /// In the order of the listing; an id at most once.
  public var photos: [Photo]
  /// Opaque to the host; nil where the listing ends. A short page alone is no end.
  public var next: String?
  /// How many photos the source says it has in all; an estimate, for the progress bar.
  public var total: Int?
  /// Entries that could not be read, each as a sentence that names which and why.
  public var refused: [String]
  /// Entries that are left out on purpose, such as videos: not an error.
  public var skipped: [SkippedEntry]
  /// What a person may want to know of the page though it costs no photo, each as a sentence in lower
  /// case without a period.
  public var notes: [String]

  /// A page, the last one unless `next` is given.
  public init(
    photos: [Photo], next: String? = nil, total: Int? = nil, refused: [String] = [],
    skipped: [SkippedEntry] = [], notes: [String] = []
  ) {
    self.photos = photos
    self.next = next
    self.total = total
    self.refused = refused
    self.skipped = skipped
    self.notes = notes
  }

  /// Reads a page as a module gave it: a photo that is no photo costs only itself.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let entries = try members.decode([Entry].self, forKey: .photos)
    photos = entries.compactMap { try? $0.photo.get() }
    next = try members.decodeIfPresent(String.self, forKey: .next)
    total = try members.decodeIfPresent(Int.self, forKey: .total)
    refused = try members.decodeIfPresent([String].self, forKey: .refused) ?? []
    skipped = try members.decodeIfPresent([SkippedEntry].self, forKey: .skipped) ?? []
    notes = try members.decodeIfPresent([String].self, forKey: .notes) ?? []
    for (index, entry) in entries.enumerated() {
      guard case .failure(let error) = entry.photo else { continue }
      let reason = jointSentence(for: error, below: 2)
      refused.append("entry \(index + 1) of the page is no photo: \(reason)")
    }
  }

  private struct Entry: Decodable {
    let photo: Result<Photo, any Error>

    init(from decoder: any Decoder) throws {
      photo = Result { try Photo(from: decoder) }
    }
  }
}

/// An entry of a listing that is left out on purpose. It is counted, and does not fail the run.
public struct SkippedEntry: Codable, Sendable, Hashable {
  /// The site's id for it; empty if it has none.
  public var id: String
  /// What it is, as a noun in the singular with a regular plural: `video`.
  public var kind: String
  /// Why, as a sentence in lower case without a period that is the same for all such entries:
  /// `videos are not mirrored yet`.
  public var reason: String

  /// An entry that is left out for `reason`.
  public init(id: String, kind: String, reason: String) {
    self.id = id
    self.kind = kind
    self.reason = reason
  }
}

extension Page {
  /// The page without the photos that break a rule; each of them is named in ``refused``.
  /// - Throws: ``ProviderFailure`` with `.malformed` where the page as a whole cannot be used.
  package func checked() throws(ProviderFailure) -> Page {
    guard photos.count <= JointLimits.photos, refused.count <= JointLimits.photos,
      skipped.count <= JointLimits.photos
    else {
      throw malformed("the page has more than \(JointLimits.photos) entries")
    }
    guard next.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw malformed("the next page's cursor is empty, too long or holds control characters")
    }
    var checked = Page(photos: [], next: next, total: total.flatMap { $0 < 0 ? nil : $0 })
    checked.photos.reserveCapacity(photos.count)
    checked.refused = refused.map { $0.cleaned(to: JointLimits.sentence) }
    checked.skipped = skipped.map { $0.checked() }
    checked.notes = notes.prefix(JointLimits.notes).map { $0.cleaned(to: JointLimits.sentence) }
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

extension SkippedEntry {
  /// The entry with texts that can be shown. One without an id or a kind is skipped all the same.
  fileprivate func checked() -> SkippedEntry {
    let kind = kind.cleaned(to: JointLimits.name)
    return SkippedEntry(
      id: id.cleaned(to: JointLimits.name), kind: kind.isEmpty ? "entry" : kind,
      reason: reason.cleaned(to: JointLimits.sentence))
  }
}
