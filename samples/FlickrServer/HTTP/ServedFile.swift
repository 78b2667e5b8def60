import PageServer

/// Bytes as a resource with ranges (RFC 9110, section 14) and a fault.
struct ServedFile {
  let bytes: [UInt8]
  /// Its type, its validators, and what else each answer has.
  let headers: [(String, String)]
  /// Those that If-Range may name: it requires an exact match of a strong one (RFC 9110, section 13.1.5).
  let validators: [String]
  /// Whether it is sent without length and ranges, as Flickr sends images that it has not stored.
  var isChunked = false
  /// Within the body.
  var fault: Fault?
  /// How much of a body is sent before a fault, in percent.
  var percent = 50

  /// The response with all or a range.
  func answer(to request: Request) -> Response {
    let isSame = request.ifRange.map(validators.contains) ?? true
    switch ByteRange(isChunked || !isSame ? nil : request.range, length: bytes.count) {
    case .whole: return response(200, 0..<bytes.count, [])
    case .part(let range):
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
      return response(206, range, [("Content-Range", place)])
    case .unsatisfiable:
      return Response(
        status: 416, headers: [("Content-Range", "bytes */\(bytes.count)")], body: .bytes([]))
    }
  }

  private func response(
    _ status: Int, _ range: Range<Int>, _ extent: [(String, String)]
  ) -> Response {
    let ranges = isChunked ? [] : [("Accept-Ranges", "bytes")]
    let stream = Response.Stream(
      bytes: bytes, range: range, isChunked: isChunked, fault: fault,
      sentBeforeFault: range.count * percent / 100)
    return Response(status: status, headers: headers + ranges + extent, body: .stream(stream))
  }
}
