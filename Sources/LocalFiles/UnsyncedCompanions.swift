import CRename
import Glibc
import Locking
import MirrorCore
import SystemCalls

/// Thumbnails and new sidecars are not synced one by one, because both can be made again: two of three syncs of a
/// photo. A power cut may then leave them empty or in part under their final names.
///
/// A file of the mirror's state, which is synced before the first such name, says so, and since when. The next run
/// over the directory removes what is incomplete (``discardIncomplete(_:of:since:)``), and makes it again as any lost
/// companion. All methods block.
package final class UnsyncedCompanions: Sendable {
  private let directory: MirrorDirectory
  private let isNoted = Locked(false)
  /// Whether an earlier run may have left incomplete files.
  let isDoubtful: Bool

  /// Clocks are set: files that seem to be this much older than the note are looked at as well.
  private static let margin: Int64 = 24 * 3600

  package init(_ directory: MirrorDirectory) {
    self.directory = directory
    isDoubtful = DurableFile.exists(Self.path(in: directory))
  }

  private static func path(in directory: MirrorDirectory) -> String {
    directory.state + "/unsynced"
  }
  private var path: String { Self.path(in: directory) }

  /// Before the first name of a file that is not synced. The note of an earlier run stays: it began earlier.
  func note() throws(StorageError) {
    // Held meanwhile: no other thread may go before the note is on the disk.
    try isNoted.withLock { isNoted throws(StorageError) in
      guard !isNoted else { return }
      if !DurableFile.isOwn(path) {
        unlink(path)
        try DurableFile.write([], to: path)
        try DurableFile.sync(directory.state)
      }
      isNoted = true
    }
  }

  /// Since when there may be incomplete files, seconds since 1970; nil if there are none.
  package var since: Int64? { FileStatus(of: path).map { $0.modifiedAt - Self.margin } }

  /// Removes the incomplete companions of photos.
  /// - Parameter since: ``since``, as it was before the run.
  package func discardIncomplete(
    _ photos: [StoredFiles], of sidecars: SidecarChoice, since: Int64
  ) {
    for photo in photos {
      var paths = sidecars.formats.map { directory.file(sidecars.path(of: photo.path, as: $0)) }
      if let format = photo.thumbnail.format {
        paths.append(directory.thumbnail(ofStem: photo.stem, format))
      }
      for path in paths {
        guard let status = FileStatus(of: path), status.isRegular,
          status.size == 0 || status.modifiedAt >= since, !WrittenFile.isWhole(path)
        else { continue }
        unlink(path)
      }
    }
  }

  /// Syncs everything at the end of a run that has called ``discardIncomplete(_:of:since:)`` for all photos.
  package func sync() {
    guard DurableFile.exists(path) else { return }
    let folder = open(directory.state, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    // If it fails, the next run looks at the files.
    if syncfs(folder) == 0 { unlink(path) }
  }
}

/// Whether all bytes of a small file were written. A power cut leaves a file empty or short, or some of its sectors
/// as zeros.
enum WrittenFile {
  /// Larger ones are not looked at.
  private static let limit = 16 << 20
  /// Of the smallest disks; a larger one consists of these.
  private static let sector = 512

  /// Of a picture or a text in XML or JSON. Blocks.
  static func isWhole(_ path: String) -> Bool {
    guard let bytes = try? DurableFile.read(path, limit: limit) else { return true }
    return isWhole(bytes)
  }

  /// Neither a compressed picture nor a text has 512 zeros where a sector is.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, hasEnd(bytes) else { return false }
    return stride(from: 0, to: bytes.count, by: sector).allSatisfy { start in
      bytes[start..<min(start + sector, bytes.count)].contains { $0 != 0 }
    }
  }

  private static func hasEnd(_ bytes: [UInt8]) -> Bool {
    switch bytes[0] {
    // PNG (section 11.2.5), JPEG (ISO 10918-1, B.1.1.3), WebP (the length in the header of RIFF).
    case 0x89: return bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    case 0xFF: return bytes.suffix(2) == [0xFF, 0xD9]
    case 0x52:
      guard bytes.count >= 12 else { return false }
      let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      return bytes.count >= length + 8
    case UInt8(ascii: "{"), UInt8(ascii: "["): return isClosed(bytes)
    default: return hasRootEnd(bytes)
    }
  }

  /// Whether each bracket of JSON outside strings is closed. A cut within an object may also end with a bracket.
  private static func isClosed(_ bytes: [UInt8]) -> Bool {
    var (depth, isInString, isEscaped) = (0, false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += isInString ? 0 : 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= isInString ? 0 : 1
      default: break
      }
    }
    return depth <= 0 && !isInString
  }

  /// Whether XML ends as its beginning demands: a cut may also end with a tag. A packet ends with its trailer (XMP,
  /// part 1, section 7.3), other XMP with its root's end tag; of other XML only the last character is known.
  private static func hasRootEnd(_ bytes: [UInt8]) -> Bool {
    let text = bytes.reversed().drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) }.reversed()
    let last = String(decoding: text.suffix(64), as: UTF8.self)
    let first = String(decoding: bytes.prefix(512), as: UTF8.self)
    if first.contains("<?xpacket begin") {
      return last.contains("<?xpacket end=") && last.hasSuffix("?>")
    }
    return first.contains("<x:xmpmeta") ? last.hasSuffix("</x:xmpmeta>") : last.hasSuffix(">")
  }
}
