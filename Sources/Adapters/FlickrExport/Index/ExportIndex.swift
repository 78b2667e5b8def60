import ProviderKit

/// The content of an export's archives, from their directories, before any photo is read.
package struct ExportIndex: Sendable {
  /// The position of an entry.
  struct Place: Sendable, Hashable {
    /// Index of its archive in ``archives``.
    let archive: Int
    /// Its index in the archive's directory.
    let entry: Int
    /// Bytes after decompression.
    let size: Int64
  }

  /// The file of a photo.
  struct Media: Sendable, Hashable {
    let place: Place
    let isVideo: Bool
  }

  /// The JSON of a photo.
  struct Document: Sendable, Hashable {
    let id: String
    let place: Place
  }

  /// Paths of the archives.
  let archives: [String]
  /// In the order of the archives.
  let documents: [Document]
  /// By the photo's id.
  let media: [String: Media]
  /// The photos that have a file and no JSON, in the order of the archives.
  let undescribed: [String]
  /// The owner, as far as the archives say.
  package let account: ExportedAccount
  /// In the account's order.
  package let albums: [ExportedAlbum]
  /// Sentences for the user.
  let notes: [String]
  /// Unusable entries: a sentence for each.
  let refused: [String]

  /// The number of photos that can be imported.
  package var count: Int { media.count }

  /// The ids of the photos that have JSON and no file, in the order of the archives.
  package var missing: [String] { documents.lazy.map(\.id).filter { media[$0] == nil } }
}

/// Assigns files to photos after all names are known.
struct MediaAssignment {
  private struct Candidate {
    let ids: [String]
    let isVideo: Bool
    let place: ExportIndex.Place
  }

  private var unclear: [Candidate] = []
  private(set) var media: [String: ExportIndex.Media] = [:]
  /// In the order of the archives.
  private(set) var undescribed: [String] = []
  /// Files of photos that have another file already.
  private(set) var duplicates = 0

  mutating func add(_ ids: [String], isVideo: Bool, at place: ExportIndex.Place) {
    unclear.append(Candidate(ids: ids, isVideo: isVideo, place: place))
  }

  /// - Parameter known: The ids of the photos that have JSON. A name with two numbers belongs to the known
  ///   one; if both are known, to the one that has no other file; if none is, to the last.
  mutating func finish(known: Set<String>) {
    var open: [Candidate] = []
    for candidate in unclear {
      let ids = candidate.ids.filter(known.contains)
      switch ids.count {
      case 0: assign(candidate, to: candidate.ids[0], isKnown: false)
      case 1: assign(candidate, to: ids[0], isKnown: true)
      default: open.append(candidate)
      }
    }
    for candidate in open {
      let id = candidate.ids.first { media[$0] == nil } ?? candidate.ids[0]
      assign(candidate, to: id, isKnown: true)
    }
    unclear = []
  }

  private mutating func assign(_ candidate: Candidate, to id: String, isKnown: Bool) {
    guard media[id] == nil else {
      duplicates += 1
      return
    }
    media[id] = ExportIndex.Media(place: candidate.place, isVideo: candidate.isVideo)
    if !isKnown { undescribed.append(id) }
  }
}
