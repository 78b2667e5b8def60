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
