/// A PNG file assembled chunk by chunk, of any colour type, depth and interlace, without the
/// library under test.
struct PNGFile {
  var chunks: [(type: String, data: [UInt8])] = []

  /// - Parameter rows: packed samples in the layout of the PNG specification (section 7.2), without
  ///   filter bytes; for an interlaced file, the rows of its passes.
  init(width: Int, height: Int, depth: Int, color: Int, isInterlaced: Bool, rows: [[UInt8]]) {
    let header = Self.word(width) + Self.word(height)
    chunks = [
      ("IHDR", header + [UInt8(depth), UInt8(color), 0, 0, isInterlaced ? 1 : 0]),
      ("IDAT", Self.zlib(rows.flatMap { [0] + $0 })),
      ("IEND", []),
    ]
  }

  /// Packs the samples of each pixel, each within `depth` bits.
  init(
    width: Int, height: Int, depth: Int, color: Int, isInterlaced: Bool = false,
    pixel: (_ x: Int, _ y: Int) -> [Int]
  ) {
    let passes = isInterlaced ? Self.adam7 : [(0, 0, 1, 1)]
    var rows: [[UInt8]] = []
    for (x0, y0, dx, dy) in passes where x0 < width {
      for y in stride(from: y0, to: height, by: dy) {
        let samples = stride(from: x0, to: width, by: dx).flatMap { pixel($0, y) }
        rows.append(Self.packed(samples, depth: depth))
      }
    }
    self.init(
      width: width, height: height, depth: depth, color: color, isInterlaced: isInterlaced,
      rows: rows)
  }

  /// Parses a file.
  init(of file: [UInt8]) {
    var rest = file.dropFirst(8)
    while !rest.isEmpty {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      chunks.append((type, Array(rest.dropFirst(8).prefix(count))))
      rest = rest.dropFirst(12 + count)
    }
  }

  /// The content of the image's chunks, one by one.
  var pictureChunks: [[UInt8]] {
    get { chunks.filter { $0.type == "IDAT" }.map(\.data) }
    set {
      let index = chunks.firstIndex { $0.type == "IDAT" } ?? 1
      chunks.removeAll { $0.type == "IDAT" }
      chunks.insert(contentsOf: newValue.map { ("IDAT", $0) }, at: index)
    }
  }

  /// Inserts a chunk right before the pixels.
  func adding(_ type: String, _ data: [UInt8]) -> PNGFile {
    var file = self
    let index = chunks.firstIndex { $0.type == "IDAT" } ?? 1
    file.chunks.insert((type, data), at: index)
    return file
  }

  var bytes: [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap(Self.chunk)
  }

  /// First column and row, and the steps of each (section 8.2).
  private static let adam7 = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private static func packed(_ samples: [Int], depth: Int) -> [UInt8] {
    guard depth < 16 else { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    let perByte = 8 / depth
    return stride(from: 0, to: samples.count, by: perByte).map { start in
      (0..<perByte).reduce(0) { byte, index in
        byte << depth | UInt8(start + index < samples.count ? samples[start + index] : 0)
      }
    }
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return word(data.count) + body + word(Int(checksum(body)))
  }

  static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }

  /// Stored blocks (RFC 1951, 3.2.4) within a zlib stream (RFC 1950).
  static func zlib(_ data: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in data {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let block = data[start..<min(start + 65_535, data.count)]
      let count = [UInt8(block.count & 255), UInt8(block.count >> 8)]
      stream += [block.endIndex == data.count ? 1 : 0] + count + count.map { ~$0 } + block
    }
    return stream + word(high << 16 | low)
  }

  /// CRC-32 (section D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { crc, byte in table[Int((crc ^ UInt32(byte)) & 255)] ^ crc >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { word, _ in
      word & 1 == 1 ? 0xEDB8_8320 ^ word >> 1 : word >> 1
    }
  }
}
