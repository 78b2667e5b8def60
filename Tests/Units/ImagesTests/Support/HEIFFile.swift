import Foundation

/// An HEIC or AVIF file assembled box by box (ISO/IEC 14496-12 and 23008-12), without the library under test.
struct HEIFFile {
  struct Item {
    var kind: String
    /// Numbers of properties, from 1.
    var properties: [UInt8] = []
    /// Beside the boxes of items instead of the file's data, as the description of a grid.
    var isInBox = false
    var data: [UInt8] = []
  }

  var brand = "avif"
  var properties: [[UInt8]]
  /// Numbered from 1.
  var items: [Item]
  var primary = 1
  var references: [(kind: String, from: Int, to: [Int])] = []

  /// The picture of the AVIF of ``LibraryFixtures``, 16 x 12 pixels, with these properties after its own, each before
  /// or after its size.
  init(_ extra: [UInt8] = [], before: [UInt8] = []) {
    let file = LibraryFixtures.bytes(.avif)
    let boxes = ["ispe", "pixi", "av1C", "colr"].map { Self.box($0, in: file) }
    let added = [before, extra].filter { !$0.isEmpty }
    properties = boxes + added
    let last = UInt8(boxes.count + 1)
    let own: [UInt8] = [1, 2, 0x83, 4]
    let list = before.isEmpty ? own : [last] + own
    let after: [UInt8] = extra.isEmpty ? [] : [before.isEmpty ? last : last + 1]
    let start = file.firstRange(of: Array("mdat".utf8))?.upperBound ?? 0
    items = [Item(kind: "av01", properties: list + after, data: Array(file[start...]))]
  }

  /// The box of that name, which no other bytes have.
  private static func box(_ kind: String, in file: [UInt8]) -> [UInt8] {
    guard let place = file.firstRange(of: Array(kind.utf8))?.lowerBound else { return [] }
    return Array(file[(place - 4)..<(place - 4 + Int(file[place - 1]))])
  }

  var bytes: [UInt8] {
    let start = Self.box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8))
    let length = start.count + meta(dataAt: 0).count + 8
    let data = items.filter { !$0.isInBox }.flatMap(\.data)
    return start + meta(dataAt: length) + Self.box("mdat", data)
  }

  private func meta(dataAt start: Int) -> [UInt8] {
    let version = [UInt8](repeating: 0, count: 4)
    let handler = Self.box(
      "hdlr", version + version + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let infos = items.enumerated().map { number, item in
      Self.box("infe", [2, 0, 0, 0] + word(number + 1) + [0, 0] + Array(item.kind.utf8) + [0])
    }
    let lists = items.enumerated().filter { !$1.properties.isEmpty }.map { number, item in
      word(number + 1) + [UInt8(item.properties.count)] + item.properties
    }
    let names = references.map { reference in
      Self.box(
        reference.kind,
        word(reference.from) + word(reference.to.count) + reference.to.flatMap(word))
    }
    let described =
      Self.box("ipco", Array(properties.joined()))
      + Self.box("ipma", version + [0, 0] + word(lists.count) + Array(lists.joined()))
    return Self.box(
      "meta",
      version + handler + Self.box("pitm", version + word(primary)) + places(start)
        + Self.box("iinf", version + word(items.count) + Array(infos.joined()))
        + Self.box("iprp", described) + Self.box("iref", version + Array(names.joined()))
        + Self.box("idat", items.filter(\.isInBox).flatMap(\.data)))
  }

  private func places(_ start: Int) -> [UInt8] {
    var (inFile, inBox) = (start, 0)
    let each = items.enumerated().map { number, item in
      let place = item.isInBox ? inBox : inFile
      if item.isInBox { inBox += item.data.count } else { inFile += item.data.count }
      return word(number + 1) + [0, item.isInBox ? 1 : 0, 0, 0, 0, 1] + long(place)
        + long(item.data.count)
    }
    return Self.box("iloc", [1, 0, 0, 0, 0x44, 0] + word(items.count) + Array(each.joined()))
  }

  static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    long(content.count + 8) + Array(kind.utf8) + content
  }
}

private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

private func long(_ value: Int) -> [UInt8] { word(value >> 16) + word(value & 0xFFFF) }
