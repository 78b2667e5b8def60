extension ImageDecoder {
  /// Rows per call: enough to amortise the calls, few enough for the cache.
  private static let rowsAtOnce = 16

  /// Decodes the complete file and makes smaller pictures of the rows; nil if none were requested.
  ///
  /// - Throws: errors of the file. An error of the pictures alone is part of the result.
  func decodeToTheEnd(
    _ request: ThumbnailRequest?
  ) throws(ImageError) -> Result<SmallPictures, ImageError>? {
    let preview = request?.previewEdge(for: format, width: size.width, height: size.height)
    let rows = try start(atLeast: request.map { least(for: $0, preview: preview) })
    guard let request, rows.channels > 0 else {
      try forEachRow(of: 0) { _ in }
      try finish()
      return request.map { _ in .failure(withoutPixels) }
    }
    let drawn = rows.step > 1 ? size : PixelSize(width: Int(rows.width), height: Int(rows.count))
    var resampler = AreaResampler(
      drawn, step: Int(rows.step), channels: Int(rows.channels),
      to: drawn.fitting(edge: preview ?? request.edge))
    let length = Int(rows.width) * Int(rows.channels)
    // Only the end of a small image says whether it is its own thumbnail.
    let isSmall = request.mayBeOwn(format, size)
    var small: [UInt8] = []
    try forEachRow(of: length) { row in
      guard isSmall else { return resampler.push(row) }
      small += UnsafeBufferPointer(start: row, count: length)
    }
    try finish()
    guard !isItsOwn(request) else { return .success(SmallPictures()) }
    for row in stride(from: 0, to: small.count, by: length) {
      small.withUnsafeBufferPointer { resampler.push($0.baseAddress! + row) }
    }
    let pixels = resampler.finish()
    return Result { () throws(ImageError) in
      try encode(
        pixels, as: request, target: drawn.fitting(edge: request.edge), isPreviewed: preview != nil)
    }
  }

  /// A preview is made of as few samples as it has pixels: it is seen alone, and twice as many cost half as much again.
  private func least(for request: ThumbnailRequest, preview edge: Int?) -> PixelSize {
    let least = leastToShrink(to: size.fitting(edge: request.edge))
    guard let edge else { return least }
    let preview = size.fitting(edge: edge)
    return PixelSize(
      width: max(least.width, preview.width), height: max(least.height, preview.height))
  }

  /// Nearly twice the thumbnail, so that an image reduced by the decoder (JPEG's DCT scales in
  /// gamma space) is averaged once more in linear light. Not fully twice: for 256 pixels that would
  /// just miss an eighth of the size of most phone cameras (4032 × 3024). At least 8, because the
  /// last sample also covers the padding of a JPEG, which would show in a narrow image.
  func leastToShrink(to target: PixelSize) -> PixelSize {
    let least = { (target: Int, whole: Int) in min(max(target * 15 / 8, 8), whole) }
    return PixelSize(
      width: least(target.width, size.width), height: least(target.height, size.height))
  }

  private func forEachRow(
    of count: Int, _ body: (UnsafePointer<UInt8>) -> Void
  ) throws(ImageError) {
    let rows = UnsafeMutablePointer<UInt8>.allocate(capacity: count * Self.rowsAtOnce)
    defer { rows.deallocate() }
    while true {
      let done = try readRows(Self.rowsAtOnce, into: rows)
      guard done > 0 else { return }
      for index in 0..<done { body(rows + index * count) }
    }
  }

  /// Why a complete file gives no pixels.
  private var withoutPixels: ImageError {
    switch format {
    case .png:
      ImageError(
        .tooLarge,
        "\(size.width) x \(size.height) interlaced pixels need more memory than the limit")
    case .tiff: ImageError(.unencodable, "libtiff does not convert colours of this kind")
    default:
      ImageError(.unencodable, "the image does not define the colours of its pixels")
    }
  }
}
