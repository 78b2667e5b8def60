import Archives
import ProviderKit
import SystemCalls

/// Reads the directories of an export's archives. Blocks.
struct ExportScan {
  /// More than the entries of a million photos with their JSON.
  private static let mostEntries = 4_000_000
  /// Sentences about accepted entries.
  private static let mostRefused = 1000
  private static let documentLimit = 64 << 20
  /// The maximum ratio of an archive's unpacked length to its own: photos are not compressed, JSON
  /// to a tenth. Deflate reaches 1032 (RFC 1951), and overlapping entries any number.
  private static let mostGrowth: Int64 = 200
  private static let anyGrowth: Int64 = 64 << 20

  private let archives: [String]
  private var entries = 0
  private var documents: [ExportIndex.Document] = []
  private var known: Set<String> = []
  private var assignment = MediaAssignment()
  private var account = ExportedAccount()
  private var albums: [ExportedAlbum] = []
  private var notes: [String] = []
  private var refused: [String] = []
  private var refusedMore = 0

  init(_ archives: [String]) { self.archives = archives }

  /// - Throws: ``ZipError`` for the first archive that is incomplete, or whose stated size is
  ///   impossible for photos.
  mutating func run() throws(ZipError) -> ExportIndex {
    for (number, path) in archives.enumerated() { try read(path, number) }
    assignment.finish(known: known)
    if assignment.duplicates > 0 {
      notes.append("\(assignment.duplicates) files repeat a photo; the first of each is used")
    }
    if refusedMore > 0 { refused.append("and \(refusedMore) more entries") }
    return ExportIndex(
      archives: archives, documents: documents, media: assignment.media,
      undescribed: assignment.undescribed, account: account, albums: albums, notes: notes,
      refused: refused)
  }

  private mutating func read(_ path: String, _ archive: Int) throws(ZipError) {
    let reader = try ZipReader(path: path)
    let length = FileStatus(following: path)?.size ?? 0
    let (most, overflows) = length.multipliedReportingOverflow(by: Self.mostGrowth)
    var rest = overflows ? Int64.max : max(most, Self.anyGrowth)
    var index = 0
    while let entry = try reader.next() {
      defer { index += 1 }
      entries += 1
      let size = entry.size ?? 0
      rest = size > rest ? -1 : rest - size
      guard entries <= Self.mostEntries, rest >= 0 else {
        throw ZipError("\(path) is not an export: its stated size is impossible for photos")
      }
      try take(entry, of: reader, in: path, at: archive, index)
    }
  }

  private mutating func take(
    _ entry: ZipReader.Entry, of reader: ZipReader, in path: String, at archive: Int, _ index: Int
  ) throws(ZipError) {
    let name = EntryName(entry.name)
    guard name != .other || entry.isEncrypted else { return }
    guard let size = entry.size, entry.isFile, !entry.isEncrypted, name != .outside else {
      let why =
        entry.isEncrypted
        ? "is encrypted" : name == .outside ? "has an unsafe name" : "is not a regular file"
      // A folder is not part of the export.
      if !entry.name.hasSuffix("/") { refuse("\(quote(entry.name)) in \(path) \(why)") }
      return
    }
    let place = ExportIndex.Place(archive: archive, entry: index, size: size)
    switch name {
    case .photo(let id):
      if known.insert(id).inserted { documents.append(.init(id: id, place: place)) }
    case .media(let ids, let isVideo): assignment.add(ids, isVideo: isVideo, at: place)
    case .account: account = ExportedAccount(try parse(reader, "the account's profile"))
    case .albums: albums = ExportedAlbum.all(in: try parse(reader, "the albums"))
    case .other, .outside: break
    }
  }

  /// An unreadable document of an account loses only its own content.
  private mutating func parse(
    _ reader: ZipReader, _ what: String
  ) throws(ZipError) -> JSONValue {
    do {
      let bytes = try reader.bytes(limit: Self.documentLimit)
      return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch let error as ZipError {
      throw error
    } catch {
      notes.append("\(what) cannot be read: \((error as? ProviderFailure)?.message ?? "\(error)")")
      return .null
    }
  }

  private mutating func refuse(_ sentence: String) {
    guard refused.count < Self.mostRefused else {
      refusedMore += 1
      return
    }
    refused.append(sentence)
  }

  private func quote(_ name: String) -> String { "\"\(name.cleaned(to: 120))\"" }
}

extension ExportIndex {
  /// The index of archives. Blocks while it reads their directories.
  /// - Throws: ``ZipError`` with the unusable archive.
  package init(archives: [String]) throws(ZipError) {
    var scan = ExportScan(archives)
    self = try scan.run()
  }
}
