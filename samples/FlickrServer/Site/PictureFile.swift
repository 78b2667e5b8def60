import PageServer

/// An image as an HTTP resource: bytes, validators and a fault.
struct PictureFile {
  let photo: Photo
  private let rendition: Rendition
  private let bytes: [UInt8]
  private let fault: Fault?

  init(_ photo: Photo, _ rendition: Rendition, _ bytes: [UInt8], fault: Fault?) {
    self.photo = photo
    self.rendition = rendition
    self.fault = fault
    guard fault == .truncateSilently else {
      self.bytes = bytes
      return
    }
    self.bytes = Array(bytes.prefix(PictureFile.cut(bytes.count, photo)))
  }

  /// The response with the whole image or a range (RFC 9110, section 14).
  ///
  /// - Parameter isChunked: whether to send it without length and ranges, as Flickr sends images
  ///   that it has not stored.
  func answer(to request: Request, isChunked: Bool) -> Response {
    let asked = isChunked || !isSame(request.ifRange) ? nil : request.range
    switch ByteRange(asked, length: bytes.count) {
    case .whole:
      let extent = isChunked ? pixelHeaders : [("Accept-Ranges", "bytes")]
      return response(200, extent, stream(0..<bytes.count, isChunked: isChunked))
    case .part(let range):
      let extent = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
      let headers = [("Accept-Ranges", "bytes"), ("Content-Range", extent)]
      return response(206, headers, stream(range, isChunked: false))
    case .unsatisfiable:
      return Response(
        status: 416, headers: [("Content-Range", "bytes */\(bytes.count)")], body: .bytes([]))
    }
  }

  /// If-Range requires an exact match of a strong validator (RFC 9110, section 13.1.5).
  private func isSame(_ validator: String?) -> Bool {
    validator == nil || validator == entityTag || validator == photo.lastModified
  }

  private func response(
    _ status: Int, _ extent: [(String, String)], _ stream: Response.Stream
  ) -> Response {
    let type = [("Content-Type", "image/\(rendition.format.rawValue)")]
    return Response(status: status, headers: type + validators + extent, body: .stream(stream))
  }

  private func stream(_ range: Range<Int>, isChunked: Bool) -> Response.Stream {
    var stream = Response.Stream(bytes: bytes, range: range, isChunked: isChunked)
    if fault != .truncateSilently { stream.fault = fault }
    stream.sentBeforeFault = PictureFile.cut(range.count, photo)
    return stream
  }

  private var entityTag: String { photo.entityTag(of: rendition.size) }

  private var validators: [(String, String)] {
    [
      ("ETag", entityTag), ("Last-Modified", photo.lastModified),
      ("Cache-Control", "public, max-age=31536000"),
    ]
  }

  private var pixelHeaders: [(String, String)] {
    [
      ("x-ttdb-l", String(bytes.count)), ("imagewidth", String(rendition.width)),
      ("imageheight", String(rendition.height)), ("origintype", "X"),
    ]
  }

  /// Between 20 % and 80 % of `count`.
  private static func cut(_ count: Int, _ photo: Photo) -> Int {
    count * photo.random.number(.faultPoint, in: 20...80) / 100
  }
}
