/// A TIFF file assembled page by page (TIFF 6.0), without the library under test.
struct TIFFFile {
  /// One page in one strip.
  struct Page {
    var width: Int
    var height: Int
    /// Of each sample.
    var bits = 8
    var samples = 1
    var photometric = 1
    var compression = 1
    var colorMap: [Int] = []
    var hasStrip = true
    var data: [UInt8]

    fileprivate var depths: [UInt8] {
      samples > 2 ? (0..<samples).flatMap { _ in word(bits) } : []
    }
  }

  var pages: [Page]

  /// Each page's data, then its directory. The pointer to a directory is before the page.
  var bytes: [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 42, 0]
    for page in pages {
      let place = bytes.count + 4
      let content = page.data + page.depths + page.colorMap.flatMap(word)
      bytes += long(place + content.count) + content + Self.directory(of: page, place)
    }
    return bytes + long(0)
  }

  private static func directory(of page: Page, _ place: Int) -> [UInt8] {
    let depths = place + page.data.count
    var entries = [entry(256, 4, 1, page.width), entry(257, 4, 1, page.height)]
    entries.append(
      entry(258, 3, page.samples, page.depths.isEmpty ? page.bits * 0x10001 : depths))
    entries += [entry(259, 3, 1, page.compression), entry(262, 3, 1, page.photometric)]
    if page.hasStrip { entries.append(entry(273, 4, 1, place)) }
    entries.append(entry(277, 3, 1, page.samples))
    if page.hasStrip {
      entries += [entry(278, 4, 1, page.height), entry(279, 4, 1, page.data.count)]
    }
    if !page.colorMap.isEmpty {
      entries.append(entry(320, 3, page.colorMap.count, depths + page.depths.count))
    }
    return word(entries.count) + Array(entries.joined())
  }

  private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
    word(tag) + word(type) + long(count) + long(value)
  }
}

private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

private func long(_ value: Int) -> [UInt8] { word(value) + word(value >> 16) }
