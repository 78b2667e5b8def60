import CArchive

/// Reads a ZIP archive entry by entry as a stream, with libarchive (archive_read(3)).
///
/// The archive must have its directory, which is at its end: a truncated archive is refused when it
/// is opened, before an entry is read. libarchive checks the length and the CRC of each entry that
/// is read to its end. Not thread-safe: one owner, whose thread it blocks. It reads by path,
/// without callbacks.
package final class ZipReader {
  /// The directory's record of an entry.
  package struct Entry: Sendable, Hashable {
    /// As in the archive; not to be used as a path.
    package let name: String
    /// Bytes after decompression; nil if not stated.
    package let size: Int64?
    /// Whether this is a file, and not a folder, link or device.
    package let isFile: Bool
    package let isEncrypted: Bool
  }

  /// Bytes read at once. Skipped entries cost one such read each.
  private static let block = 32 << 10

  /// The file's name without its folders, for messages.
  private let name: String
  private let archive: OpaquePointer

  /// - Throws: ``ZipError`` if the file cannot be opened or is not a complete ZIP archive.
  package init(path: String) throws(ZipError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.name = name
    guard let archive = archive_read_new() else { throw ZipError("\(name): no memory") }
    // Without the streaming form, which would take an archive without its directory.
    archive_read_support_format_zip_seekable(archive)
    guard archive_read_open_filename(archive, path, Self.block) == ARCHIVE_OK else {
      let error = Self.failure(
        name, "cannot be read as a ZIP archive; it may be truncated", of: archive)
      archive_read_free(archive)
      throw error
    }
    self.archive = archive
  }

  deinit { archive_read_free(archive) }

  /// Moves to the next entry, whether or not the current one was read; nil at the end.
  package func next() throws(ZipError) -> Entry? {
    var header: OpaquePointer?
    switch archive_read_next_header(archive, &header) {
    case ARCHIVE_EOF: return nil
    case ARCHIVE_OK, ARCHIVE_WARN: break
    default: throw failure("its directory is damaged")
    }
    guard let header else { throw ZipError("\(name): its directory is damaged") }
    // The name as bytes if it is not text of the system's encoding.
    let text = archive_entry_pathname_utf8(header) ?? archive_entry_pathname(header)
    let isSized = archive_entry_size_is_set(header) != 0
    return Entry(
      name: text.map { String(cString: $0) } ?? "",
      size: isSized ? max(0, archive_entry_size(header)) : nil,
      // `AE_IFREG`, a macro with a cast.
      isFile: archive_entry_filetype(header) == 0o100000,
      isEncrypted: archive_entry_is_encrypted(header) != 0)
  }

  /// Reads the next bytes of the current entry.
  /// - Returns: Their number; 0 at the end, after the length and the CRC are verified.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipError) -> Int {
    let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
    guard count >= 0 else { throw failure("is damaged") }
    return count
  }

  /// The current entry's bytes.
  /// - Throws: ``ZipError`` if there are more than `limit`.
  package func bytes(limit: Int) throws(ZipError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.block, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw ZipError("\(name): an entry has more than \(limit) bytes")
      }
      bytes += buffer[..<count]
    }
  }

  private func failure(_ what: String) -> ZipError { Self.failure(name, what, of: archive) }

  private static func failure(
    _ name: String, _ what: String, of archive: OpaquePointer
  ) -> ZipError {
    let reason = archive_error_string(archive).map { String(cString: $0) }
    return ZipError("\(name) \(what)" + (reason.map { " (\($0))" } ?? ""))
  }
}

/// Why an archive or an entry cannot be read.
package struct ZipError: Error, Sendable, Hashable {
  /// Names the archive; a clause in lower case without a period.
  package let message: String

  package init(_ message: String) { self.message = message }
}
