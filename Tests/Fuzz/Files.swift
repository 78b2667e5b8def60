import CArchive
import CImageCodec
import Foundation

@testable import Catalog
@testable import MirrorCore
@testable import Mirroring
@testable import PhotomirrorCommand

/// Files that others prepared: a JPEG that changes, snapshots, profiles of bags, ZIP archives, and the options in a
/// catalog. Each returns whether the input is worth keeping.
enum Files {
  /// A JPEG that is exchanged for another when its first row was decoded. Two bytes say where the second begins.
  static func change(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 2 else { return false }
    let rest = bytes.dropFirst(2)
    let place = min(rest.count, Int(bytes[0]) << 8 | Int(bytes[1]))
    let path = Parsers.folder + "/change.jpg"
    write(rest.prefix(place), to: path)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    guard let source = codec_source_create_descriptor(descriptor) else { return false }
    defer { codec_source_free(source) }
    var limits = codec_limits()
    (limits.pixels, limits.edge, limits.memory) = (100_000, 10_000, 4 << 20)
    (limits.scans, limits.warnings, limits.milliseconds) = (20, 100, 5000)
    guard let decoder = codec_decoder_create_jpeg(source, &limits) else { return false }
    defer { codec_decoder_free(decoder) }
    var (size, rows, count) = (codec_size(), codec_rows(), UInt32(1))
    guard codec_decoder_read_header(decoder, &size) == codec_ok else { return false }
    let least = bytes.count % 2 == 0 ? codec_size(width: 8, height: 8) : codec_size()
    guard codec_decoder_start(decoder, least, &rows) == codec_ok else { return true }
    // Exactly a row, so that the sanitizer sees each byte behind it.
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(rows.width * rows.channels))
    defer { row.deallocate() }
    var isFirst = true
    while codec_decoder_read_rows(decoder, row, 1, &count) == codec_ok, count > 0 {
      if isFirst { write(rest.dropFirst(place), to: path) }
      isFirst = false
    }
    _ = codec_decoder_finish(decoder)
    return true
  }

  /// A snapshot of a catalog.
  static func snapshot(_ bytes: [UInt8]) -> Bool {
    let (path, draft) = (Parsers.folder + "/snapshot.zst", Parsers.folder + "/draft.sqlite")
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
    write(bytes[...], to: path)
    guard (try? CatalogSnapshot.expand(path, to: draft)) != nil else { return true }
    if let catalog = try? CatalogSnapshot.openChecked(draft) {
      _ = try? (catalog.runCount(), catalog.counts(), Snapshots.number(in: catalog))
    }
    _ = try? CatalogSnapshot.addNames(to: draft)
    return true
  }

  /// The profile of a bag.
  static func bag(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    var info = BagInfo(text.split(separator: "\n").compactMap { BagInfo.Entry(String($0)) })
    if let profile = try? BagProfile(text) {
      _ = profile.problems(info, digests: ["sha256"], files: ["bag-info.txt"], isTar: true)
      profile.identifier.map { info.complete("BagIt-Profile-Identifier", $0) }
    }
    let lines = info.text.split(whereSeparator: \.isNewline)
    precondition(lines.count == info.entries.count, "a text that has more than a line")
    return true
  }

  /// A ZIP archive.
  static func zip(_ bytes: [UInt8]) -> Bool {
    guard zip_load() == nil else { return false }
    let path = Parsers.folder + "/archive.zip"
    write(bytes[...], to: path)
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    guard let reader = zip_open(descriptor) else { return true }
    defer { zip_close(reader) }
    var entry = zip_entry()
    var (total, buffer) = (0, [UInt8](repeating: 0, count: 4096))
    for _ in 0..<100 {
      guard zip_error(reader) == nil, zip_next(reader, &entry) == 1 else { return true }
      if let name = entry.name { _ = String(cString: name).count }
      while total < 1 << 20 {
        let count = zip_read(reader, &buffer, buffer.count)
        precondition(count <= buffer.count, "more bytes than there is room for")
        if count <= 0 { break }
        total += count
      }
    }
    return true
  }

  /// The options that a catalog keeps with a source.
  static func kept(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let words = try? KeptOptions.words(text),
      let given = try? ArgumentParser.parse([], as: SyncCommand.syntax),
      case (var line, let added)? = try? given.taking(
        kept: words, of: SyncCommand.syntax, isNamed: { _ in false })
    else { return true }
    precondition(added.count == line.options.count, "an option that was not in the catalog")
    precondition(
      !added.contains { $0.contains("exclude-file") }, "a file that the user has not named")
    line.operands = ["flickr:recent", "photos"]
    _ = try? SyncCommand(line)
    return true
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }
}
