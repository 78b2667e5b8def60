/// A page has thousands of renditions. Those with the usual members only are read and written without containers, in a
/// fifth of the time.
extension Rendition {
  /// Nil for a rendition with other members, with one twice, or with one of the wrong type.
  init?(plain decoder: any Decoder) {
    guard let decoder = decoder as? JointDecoder, decoder.kind == .object else { return nil }
    let document = decoder.document
    var (label, url, width, height, isOriginal) = (
      String?.none, String?.none, Int?.none, Int?.none, Bool?.none
    )
    var name = decoder.index + 1
    while name < document.tokens[decoder.index].next {
      let value = name + 1
      if label == nil, document.isString(at: name, "label") {
        guard let text = document.text(at: value) else { return nil }
        label = text
      } else if url == nil, document.isString(at: name, "url") {
        guard let text = document.text(at: value) else { return nil }
        url = text
      } else if width == nil, document.isString(at: name, "width") {
        guard let pixels: Int = document.integer(at: value) else { return nil }
        width = pixels
      } else if height == nil, document.isString(at: name, "height") {
        guard let pixels: Int = document.integer(at: value) else { return nil }
        height = pixels
      } else if isOriginal == nil, document.isString(at: name, "isOriginal") {
        guard let flag = document.flag(at: value) else { return nil }
        isOriginal = flag
      } else {
        return nil
      }
      name = document.tokens[value].next
    }
    guard let label, let url else { return nil }
    self.init(label: label, url: url, width: width, height: height, isOriginal: isOriginal ?? false)
  }

  /// False for a rendition with other members: nothing is written.
  func writePlain(to encoder: any Encoder) -> Bool {
    guard let encoder = encoder as? JointEncoder, byteCount == nil, digest == nil, media == nil,
      digests.isEmpty, headers.isEmpty, fallbacks.isEmpty, !isTransient, leastEdge == nil
    else { return false }
    let output = encoder.output
    output.write("{\"label\":")
    output.write(quoted: label)
    output.write(",\"url\":")
    output.write(quoted: url)
    if let width { output.write(",\"width\":\(width)") }
    if let height { output.write(",\"height\":\(height)") }
    output.write(isOriginal ? ",\"isOriginal\":true}" : ",\"isOriginal\":false}")
    return true
  }
}

extension JSONDocument {
  @inline(__always)
  fileprivate func isString(at index: Int, _ wanted: StaticString) -> Bool {
    isString(
      at: index,
      UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount))
  }
}
