import Testing

@testable import Images

@Suite("The filters of a PNG's rows")
struct PNGFilterTests {
  private static let mixed = 5

  @Test(
    "Filters do not change pixels of any size, in rows of any length",
    arguments: [(0, 8), (0, 1), (4, 8), (2, 8), (6, 8), (0, 16), (2, 16), (6, 16)],
    [(1, 9), (2, 9), (4, 9), (5, 9), (37, 12)])
  func filters(kind: (color: Int, depth: Int), size: (width: Int, height: Int)) throws {
    try check(kind, size, filters: Array(1...Self.mixed))
  }

  @Test("Filters do not change rows that are longer than a stored block, and images of many blocks")
  func blocks() throws {
    try check((2, 8), (22_000, 5), filters: [Self.mixed])
    try check((0, 8), (20, 7000), filters: [Self.mixed])
  }

  private func check(
    _ kind: (color: Int, depth: Int), _ size: (width: Int, height: Int), filters: [Int]
  ) throws {
    let samples = [0: 1, 2: 3, 4: 2, 6: 4][kind.color] ?? 1
    let bits = samples * kind.depth
    var random = SystemRandomNumberGenerator()
    let rows = (0..<size.height).map { _ in
      (0..<(size.width * bits + 7) / 8).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let plain = PNGFile(
      width: size.width, height: size.height, depth: kind.depth, color: kind.color,
      isInterlaced: false, rows: rows)
    let expected = try PixelBuffer(thumbnailOf: ImageProof(of: plain.bytes, thumbnailEdge: .max))
    for filter in filters {
      var file = plain
      file.pictureChunks = [PNGFile.zlib(filtered(rows, by: filter, step: (bits + 7) / 8))]
      let proof = try ImageProof(of: file.bytes, thumbnailEdge: .max)
      #expect(try PixelBuffer(thumbnailOf: proof) == expected, "filter \(filter)")
      #expect(proof.warnings == [])
      let withoutPixels = try ImageProof(of: file.bytes, thumbnailEdge: nil)
      #expect(withoutPixels.isDecoded && withoutPixels.warnings == [])
      #expect(withoutPixels.width == size.width && withoutPixels.height == size.height)
    }
  }

  @Test("An unknown filter in any row is damage", arguments: [0, 1, 5, 8])
  func unknown(row: Int) throws {
    let rows = Array(repeating: [UInt8](repeating: 7, count: 30), count: 9)
    var data = filtered(rows, by: 4, step: 3)
    data[row * 31] = 5
    var file = PNGFile(width: 10, height: 9, depth: 8, color: 2, isInterlaced: false, rows: rows)
    file.pictureChunks = [PNGFile.zlib(data)]
    for edge in [nil, 4] {
      let error = #expect(throws: ImageError.self) {
        try ImageProof(of: file.bytes, thumbnailEdge: edge)
      }
      #expect(error?.kind == .damaged)
    }
  }

  @Test("A proof without pixels says of unknown filters and missing data what libpng says alone")
  func proofs() throws {
    var reference = ImageLimits()
    reference.isReference = true
    let rows = (0..<9).map { row in (0..<30).map { UInt8($0 * row & 255) } }
    let valid = filtered(rows, by: Self.mixed, step: 3)
    var unknown = valid
    unknown[4 * 31] = 9
    for data in [
      valid, unknown, Array(valid.dropLast()), Array(valid.dropLast(31)), valid + [4, 1],
    ] {
      for color in [2, 3] {
        var file = PNGFile(
          width: color == 2 ? 10 : 30, height: 9, depth: 8, color: color, isInterlaced: false,
          rows: rows)
        file.pictureChunks = [PNGFile.zlib(data)]
        // A palette without most of the colours of the pixels.
        if color == 3 { file.chunks.insert(("PLTE", [1, 2, 3, 4, 5, 6]), at: 1) }
        let bytes = file.bytes
        let result = Result { try ImageProof(of: bytes, thumbnailEdge: nil) }
        let expected = Result { try ImageProof(of: bytes, thumbnailEdge: nil, limits: reference) }
        #expect(String(describing: result) == String(describing: expected))
      }
    }
  }

  /// Each row with its filter (PNG, third edition, 9.2); ``mixed``: each row another one.
  private func filtered(_ rows: [[UInt8]], by filter: Int, step: Int) -> [UInt8] {
    var before = [UInt8](repeating: 0, count: rows[0].count)
    var data: [UInt8] = []
    for (index, row) in rows.enumerated() {
      let filter = filter == Self.mixed ? (index * 7 / 3) % 5 : filter
      data.append(UInt8(filter))
      for i in row.indices {
        let left = i < step ? 0 : Int(row[i - step])
        let corner = i < step ? 0 : Int(before[i - step])
        let above = Int(before[i])
        let neighbours = [0, left, above, (left + above) / 2, nearest(left, above, corner)]
        data.append(row[i] &- UInt8(neighbours[filter]))
      }
      before = row
    }
    return data
  }

  private func nearest(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let estimate = left + above - corner
    let distances = [left, above, corner].map { abs($0 - estimate) }
    return [left, above, corner][distances.firstIndex(of: distances.min() ?? 0) ?? 0]
  }
}
