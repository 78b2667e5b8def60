/// A page has thousands of renditions. Those with the usual members only are read and written without containers, in a
/// fifth of the time.
extension Rendition {
  init?(plain decoder: any Decoder) {
    guard let decoder = decoder as? JointDecoder else { return nil }
    self.init(plain: decoder.document, at: decoder.index)
  }

  /// Nil for a rendition with other members, with one twice, or with one of the wrong type.
  init?(plain document: JSONDocument, at object: Int) {
    guard document.tokens[object].kind == .object else { return nil }
    var (label, url, width, height, isOriginal) = (
      String?.none, String?.none, Int?.none, Int?.none, Bool?.none
    )
    var name = object + 1
    while name < document.tokens[object].next {
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

  func writePlain(to encoder: any Encoder) -> Bool {
    guard let encoder = encoder as? JointEncoder else { return false }
    return writePlain(to: encoder.output)
  }

  /// False for a rendition with other members: nothing is written.
  func writePlain(to output: JointOutput) -> Bool {
    guard byteCount == nil, digest == nil, media == nil, digests.isEmpty, headers.isEmpty,
      fallbacks.isEmpty, !isTransient, leastEdge == nil
    else { return false }
    output.write("{\"label\":")
    output.write(quoted: label)
    output.write(",\"url\":")
    output.write(quoted: url)
    if let width {
      output.write(",\"width\":")
      output.write(width.description)
    }
    if let height {
      output.write(",\"height\":")
      output.write(height.description)
    }
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
