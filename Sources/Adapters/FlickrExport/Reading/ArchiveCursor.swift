import Archives

/// Seeks entries of an export's archives, forwards if possible: only one archive is open, and an
/// entry before the current one opens its archive again. Not thread-safe.
struct ArchiveCursor {
  private let archives: [String]
  private var open: (archive: Int, reader: ZipReader, next: Int)?

  init(_ archives: [String]) { self.archives = archives }

  /// The reader at the beginning of an entry.
  /// - Throws: ``ZipError``, also if the archive has changed since the index was made.
  mutating func reader(at place: ExportIndex.Place) throws(ZipError) -> ZipReader {
    if open?.archive != place.archive || (open?.next ?? 0) > place.entry {
      open = (place.archive, try ZipReader(path: archives[place.archive]), 0)
    }
    guard let reader = open?.reader else { throw changed(place) }
    var entry: ZipReader.Entry?
    repeat {
      entry = try reader.next()
      open?.next += 1
    } while entry != nil && (open?.next ?? .max) <= place.entry
    guard let entry, entry.size == place.size else {
      open = nil
      throw changed(place)
    }
    return reader
  }

  /// Closes the archive after an error, when the reader's position is unknown.
  mutating func close() { open = nil }

  /// The distance of an entry in the direction of reading, to choose among several.
  func distance(to place: ExportIndex.Place) -> (Int, Int, Int) {
    guard let open else { return (0, place.archive, place.entry) }
    let isAhead = (place.archive, place.entry) >= (open.archive, open.next)
    return (isAhead ? 0 : 1, place.archive, place.entry)
  }

  private func changed(_ place: ExportIndex.Place) -> ZipError {
    ZipError("\(archives[place.archive]) has changed since its directory was read")
  }
}
