import ProviderKit
import SystemCalls

/// Files that stand in a directory without a record, by what they say about their photos: a note beside them,
/// or their names. Pure.
///
/// Names are those of several tools: `DATE_TITLE_ID.jpg` of this program, `flickr_ID.jpg` and
/// `flickr_ID_TITLE.jpg` of gallery-dl, `TITLE-ID.jpg`, and `TITLE_ID_o.jpg` and `ID_SECRET_o.jpg` of Flickr's
/// export. A date or a secret in a name can be taken for an id only if it is one in the listing; the picture's
/// proportions decide then.
package struct FileIndex: Sendable {
  /// A file that has no record.
  package struct File: Sendable, Hashable {
    /// Relative to the mirror.
    package let path: String
    /// From a file beside it; nil if none.
    package let note: PhotoNote?

    package init(path: String, note: PhotoNote? = nil) { (self.path, self.note) = (path, note) }
  }

  private struct Entry {
    let hash: Int
    let file: Int32
  }

  /// In digits: shorter numbers in names are mostly counters and parts of dates.
  private static let shortestNumber = 6
  /// Parts of a name; further ones are ignored.
  private static let mostParts = 32

  /// In the order in which they were given; other methods name a file by its index here.
  package let files: [File]
  /// Sorted by their hashes: 16 bytes for each word of a name.
  private let entries: [Entry]
  private var isTaken: [Bool]

  package init(_ files: [File]) {
    self.files = files
    isTaken = Array(repeating: false, count: files.count)
    var entries: [Entry] = []
    for (index, file) in files.enumerated() {
      for word in Self.words(of: file) {
        entries.append(Entry(hash: word.hashValue, file: Int32(index)))
      }
    }
    self.entries = entries.sorted { ($0.hash, $0.file) < ($1.hash, $1.file) }
  }

  /// The files that may be a photo's, as indices of ``files``, those with a note first. Files of another
  /// provider's notes are left out.
  /// - Parameter provider: The provider's name.
  package func candidates(for photo: Photo, provider: String) -> [Int] {
    let word = NameComponent.identifier(photo.id)
    let found = matches(word.hashValue).filter { index in
      guard let note = files[index].note else { return Self.words(of: files[index]).contains(word) }
      return note.id == photo.id && (note.provider ?? provider) == provider
    }
    return found.filter { files[$0].note != nil } + found.filter { files[$0].note == nil }
  }

  /// Files of no photo so far, as indices of ``files``.
  package var rest: [Int] { files.indices.filter { !isTaken[$0] } }

  /// Notes that a file belongs to a photo: it is not a candidate any more.
  package mutating func take(_ index: Int) { isTaken[index] = true }

  /// The files with a word of this hash that belong to no photo.
  private func matches(_ hash: Int) -> [Int] {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.hash == hash }.map { Int($0.file) }.filter { !isTaken[$0] }
  }

  /// What may be the id in a file's name: the name from each `_` on, each part between two, and each long
  /// number. A note replaces the name.
  private static func words(of file: File) -> Set<String> {
    if let note = file.note { return [NameComponent.identifier(note.id)] }
    let name = file.path.fileName
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    let parts = stem.split(separator: "_", omittingEmptySubsequences: false).suffix(mostParts)
    var words = Set(parts.map(String.init))
    for start in parts.indices { words.insert(parts[start...].joined(separator: "_")) }
    for number in stem.split(whereSeparator: { !$0.isASCII || !$0.isNumber })
    where number.utf8.count >= shortestNumber {
      words.insert(String(number))
    }
    words.remove("")
    return words
  }
}

/// What a file beside a picture says about it.
package struct PhotoNote: Sendable, Hashable {
  /// The photo's id at its site.
  package let id: String
  /// The provider's name; nil if unknown.
  package var provider: String?
  /// The address of the photo's page.
  package var page: String?
  /// The photo as a sidecar of this program describes it; nil if the note is another tool's.
  package var photo: Photo?
  /// What a sidecar of this program says of the file.
  package var origin = PictureOrigin()

  package init(id: String, provider: String? = nil, page: String? = nil) {
    (self.id, self.provider, self.page) = (id, provider, page)
  }
}
