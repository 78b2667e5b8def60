/// A GIF file assembled block by block (GIF89a), without the library under test.
struct GIFFile {
  /// One frame of an animation.
  struct Frame {
    var left = 0
    var top = 0
    var width: Int
    var height: Int
    var isInterlaced = false
    var transparent: Int?
    /// The disposal (23.c.iv): 1 keeps the frame, 2 clears it.
    var disposal = 0
    /// Red, green and blue; empty: the global palette.
    var palette: [[UInt8]] = []
    /// The byte before the codes; 8 or 11.
    var codeSize = 8
    /// Codes instead of those of the indices; of one bit more than their size.
    var codes: [Int]?
    /// Palette indices, rows from the top.
    var indices: [Int]

    init(_ width: Int, _ height: Int, index: (_ x: Int, _ y: Int) -> Int) {
      (self.width, self.height) = (width, height)
      indices = (0..<width * height).map { index($0 % width, $0 / width) }
    }
  }

  var width: Int
  var height: Int
  /// Red, green and blue of at most 256 colours; empty: no palette.
  var palette: [[UInt8]]
  var frames: [Frame]
  var comment = ""

  init(_ width: Int, _ height: Int, palette: [[UInt8]], _ frames: Frame...) {
    (self.width, self.height, self.palette, self.frames) = (width, height, palette, frames)
  }

  /// 256 colours that are all different.
  static let colors: [[UInt8]] = (0...255).map { (index: UInt8) in
    [index, 255 - index, index &* 7]
  }

  var bytes: [UInt8] {
    var bytes = Array("GIF89a".utf8) + Self.word(width) + Self.word(height)
    bytes += [Self.paletteFlags(palette), 0, 0] + Self.table(palette) + extensions
    bytes += frames.flatMap(Self.blocks)
    return bytes + [0x3B]
  }

  private var extensions: [UInt8] {
    comment.isEmpty ? [] : [0x21, 0xFE] + Self.subBlocks(Array(comment.utf8))
  }

  private static func blocks(of frame: Frame) -> [UInt8] {
    var blocks: [UInt8] = []
    if frame.transparent != nil || frame.disposal != 0 {
      let flags = UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)
      blocks += [0x21, 0xF9, 4, flags, 0, 0, UInt8(frame.transparent ?? 0), 0]
    }
    blocks += [0x2C] + [frame.left, frame.top, frame.width, frame.height].flatMap(word)
    blocks += [paletteFlags(frame.palette) | (frame.isInterlaced ? 0x40 : 0)]
    return blocks + table(frame.palette) + [UInt8(frame.codeSize)] + subBlocks(codes(of: frame))
  }

  /// With enough clear codes that no code needs another bit: no compression.
  private static func codes(of frame: Frame) -> [UInt8] {
    if let codes = frame.codes { return packed(codes, frame.codeSize + 1) }
    let ordered = order(of: frame).flatMap { row in
      frame.indices[row * frame.width..<(row + 1) * frame.width]
    }
    var codes: [Int] = []
    for (place, index) in ordered.enumerated() {
      if place % 250 == 0 { codes.append(1 << frame.codeSize) }
      codes.append(index)
    }
    return packed(codes + [(1 << frame.codeSize) + 1], frame.codeSize + 1)
  }

  /// The rows in the order in which they are stored (appendix E).
  private static func order(of frame: Frame) -> [Int] {
    guard frame.isInterlaced else { return Array(0..<frame.height) }
    return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
      Array(stride(from: $0.0, to: frame.height, by: $0.1))
    }
  }

  private static func packed(_ codes: [Int], _ width: Int) -> [UInt8] {
    var (bytes, pending, bits): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes {
      pending |= code << bits
      bits += width
      while bits >= 8 {
        bytes.append(UInt8(pending & 255))
        pending >>= 8
        bits -= 8
      }
    }
    return bits > 0 ? bytes + [UInt8(pending)] : bytes
  }

  private static func subBlocks(_ data: [UInt8]) -> [UInt8] {
    stride(from: 0, to: data.count, by: 255).flatMap { start in
      let block = data[start..<min(start + 255, data.count)]
      return [UInt8(block.count)] + block
    } + [0]
  }

  private static func paletteFlags(_ palette: [[UInt8]]) -> UInt8 {
    palette.isEmpty ? 0 : 0x80 | UInt8(bits(palette) - 1)
  }

  private static func table(_ palette: [[UInt8]]) -> [UInt8] {
    guard !palette.isEmpty else { return [] }
    let missing = (1 << bits(palette)) - palette.count
    return palette.flatMap { $0 } + [UInt8](repeating: 0, count: 3 * missing)
  }

  private static func bits(_ palette: [[UInt8]]) -> Int {
    (1...8).first { 1 << $0 >= palette.count } ?? 8
  }

  private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
