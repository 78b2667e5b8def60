/// The proof that a video file is complete, without a decoder: its boxes cover the file to its last byte,
/// with the description of its tracks (`moov`) and their data (`mdat`) among them
/// (ISO/IEC 14496-12, 4.2 and table 1).
///
/// This detects every truncated file, and inserted or removed bytes. It does not detect changed
/// bytes within the data, which needs a digest.
public struct VideoProof: Sendable, Hashable {
  /// Pixels of the largest track; 0 if no track states them.
  public let width: Int
  /// Pixels of the largest track; 0 if no track states them.
  public let height: Int
  /// Whether every box states its end. The last one need not; then the file may be truncated.
  public let isClosed: Bool

  /// Boxes of the complete file: fragments of a second each (4.3) have two, so that this is about a
  /// day.
  private static let mostBoxes = 200_000
  /// Boxes within the description of the tracks.
  private static let mostTracks = 1_000

  /// Reads the headers of the file's boxes. Blocks: call it on a thread of its own.
  ///
  /// - Throws: ``ImageError``: `truncated` or `damaged` if the file is not complete, `unreadable`.
  public init(ofFileAt path: String) throws(ImageError) { try self.init(BoxFile(path: path)) }

  /// The same for a file in memory.
  public init(of bytes: [UInt8]) throws(ImageError) { try self.init(BoxFile(bytes)) }

  private init(_ file: BoxFile) throws(ImageError) {
    var place: Int64 = 0
    var kinds: Set<String> = []
    var description: BoxFile.Box?
    var count = 0
    var isClosed = true
    while place < file.size {
      let box = try file.box(at: place, before: file.size)
      count += 1
      guard count <= Self.mostBoxes else {
        throw ImageError(.damaged, "the file has more than \(Self.mostBoxes) boxes")
      }
      isClosed = box.isSized
      if box.kind == "moov" { description = description ?? box }
      kinds.insert(box.kind)
      place = box.end
    }
    for kind in ["moov", "mdat"] where !kinds.contains(kind) {
      throw ImageError(.truncated, "the file has no box \(kind)")
    }
    self.isClosed = isClosed
    (width, height) =
      try description.map { box throws(ImageError) in
        try Self.pixels(in: box, of: file)
      } ?? (0, 0)
  }

  /// The pixels in the headers of the tracks (`tkhd`, 8.3.2).
  private static func pixels(
    in description: BoxFile.Box, of file: BoxFile
  ) throws(ImageError) -> (Int, Int) {
    var largest = (0, 0)
    var place = description.start
    for _ in 0..<mostTracks where place < description.end {
      let track = try file.box(at: place, before: description.end)
      place = track.end
      guard track.kind == "trak", track.start < track.end else { continue }
      let header = try file.box(at: track.start, before: track.end)
      // Two numbers of 16.16 bits at the end of 84 or 96 bytes.
      guard header.kind == "tkhd", [84, 96].contains(header.end - header.start) else { continue }
      let bytes = try file.bytes(at: header.end - 8, count: 8)
      guard bytes.count == 8 else { continue }
      let size = (
        Int(BoxFile.number(bytes[0..<4]) >> 16), Int(BoxFile.number(bytes[4..<8]) >> 16)
      )
      if size.0 * size.1 > largest.0 * largest.1 { largest = size }
    }
    return largest
  }
}

extension ImageFormat {
  /// Whether this is a video.
  public var isVideo: Bool {
    switch self {
    case .mp4, .mov, .webm, .avi: true
    case .jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .jxl, .jp2, .bmp, .psd, .svg: false
    }
  }

  /// Whether ``VideoProof`` reads it.
  public var hasBoxes: Bool { self == .mp4 || self == .mov }
}
