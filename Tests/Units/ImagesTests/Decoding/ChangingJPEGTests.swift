import CImageCodec
import Foundation
import TestSupport
import Testing

@testable import Images

/// A file that is exchanged while it is decoded: invalid codes have the decoder read it again from its beginning.
@Suite("A JPEG that changes while it is decoded")
struct ChangingJPEGTests {
  private static let size = PixelSize(width: 1024, height: 128)

  /// An image whose codes are invalid after its middle, and the same with other frames.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case rgb, grey, cmyk, untransformed, halved, narrower
    var testDescription: String { rawValue }
  }

  /// - Returns: A baseline JPEG of noise, longer than the decoder's buffer, with valid codes.
  private static func file(_ kind: Kind) async throws -> [UInt8] {
    var generator = SeededGenerator(seed: 5)
    let width = kind == .narrower ? size.width - 4 : size.width
    var pixels = PixelBuffer.drawn(width, size.height, channels: kind == .grey ? 1 : 3)
    for index in pixels.bytes.indices {
      pixels.bytes[index] = .random(in: 0...255, using: &generator)
    }
    let file = try JPEGEncoder.encode(pixels, quality: 95)
    switch kind {
    case .rgb, .grey, .narrower: return file
    case .cmyk:
      return try await Reference.converted(
        file, to: "jpg", ["-colorspace", "CMYK", "-quality", "80"])
    case .halved:
      return try await Reference.converted(
        file, to: "jpg", ["-sampling-factor", "2x1", "-quality", "95"])
    case .untransformed:
      // Adobe's marker in the place of JFIF's says that the components are red, green and blue.
      try #require(file[2..<4] == [0xFF, 0xE0])
      let rest = file[0..<2] + file[(4 + Int(file[4]) << 8 + Int(file[5]))...]
      return EXIF.jpeg(
        Array(rest), marker: 0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    }
  }

  /// With a byte 0xFF repeated after the decoder's first buffer.
  private static func broken(_ file: [UInt8]) throws -> [UInt8] {
    let middle = max(file.count / 2, 70_000)
    let place = try #require(file[middle...].firstRange(of: [0xFF, 0])).lowerBound
    return Array(file[..<place] + [0xFF] + file[place...])
  }

  @Test(
    "A JPEG with another layout, when it is read again, ends with an error, and no byte is written behind the rows",
    arguments: Kind.allCases, Kind.allCases)
  func changes(before: Kind, after: Kind) async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("photo.jpg")
    let one = try Self.broken(await Self.file(before))
    let other = try Self.broken(await Self.file(after))
    for minimum in [Self.size, PixelSize(width: 128, height: 16)] {
      try Data(one).write(to: URL(filePath: path))
      let message = try Self.decode(path, minimum) {
        try Data(other).withUnsafeBytes { bytes in
          let file = open(path, O_WRONLY | O_TRUNC)
          defer { close(file) }
          try #require(write(file, bytes.baseAddress, bytes.count) == bytes.count)
        }
      }
      if before == after {
        #expect(message?.contains("changes") != true)
      } else {
        #expect(message == "the file changes while it is read")
      }
    }
  }

  /// Decodes into rows before a page without access.
  /// - Parameter change: Is called after the first row.
  /// - Returns: The error; nil if none.
  private static func decode(
    _ path: String, _ minimum: PixelSize, _ change: () throws -> Void
  ) throws -> String? {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let source = try #require(codec_source_create_descriptor(descriptor))
    defer { codec_source_free(source) }
    var limits = codec_limits()
    (limits.pixels, limits.edge, limits.memory) = (1 << 20, 1 << 12, 1 << 26)
    (limits.scans, limits.warnings, limits.milliseconds) = (20, 100, 60_000)
    let decoder = try #require(codec_decoder_create_jpeg(source, &limits))
    defer { codec_decoder_free(decoder) }
    var (size, rows) = (codec_size(), codec_rows())
    try #require(codec_decoder_read_header(decoder, &size) == codec_ok)
    let least = codec_size(width: UInt32(minimum.width), height: UInt32(minimum.height))
    try #require(codec_decoder_start(decoder, least, &rows) == codec_ok)
    let guarded = GuardedRows(count: Int(rows.width * rows.channels))
    var isChanged = false
    var count: UInt32 = 1
    while count > 0 {
      guard codec_decoder_read_rows(decoder, guarded.start, 1, &count) == codec_ok else {
        return String(cString: codec_report_message(codec_decoder_report(decoder)))
      }
      if !isChanged { try change() }
      isChanged = true
    }
    return nil
  }
}

/// Bytes that end at a page which nobody may access.
private final class GuardedRows {
  let start: UnsafeMutablePointer<UInt8>
  private let whole: UnsafeMutableRawPointer
  private let size: Int

  init(count: Int) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let used = (count + page - 1) / page * page
    size = used + page
    whole = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    mprotect(whole + used, page, PROT_NONE)
    start = (whole + used - count).assumingMemoryBound(to: UInt8.self)
  }

  deinit { munmap(whole, size) }
}
