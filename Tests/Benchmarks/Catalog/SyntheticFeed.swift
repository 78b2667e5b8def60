import Foundation
import MirrorCore
import ProviderKit

/// A listing of any number of photos, the same in each process, newest first: titles, eight tags,
/// descriptions of about 100 characters, and owners of 10,000 photos each.
struct SyntheticFeed {
  static let page = 500
  private static let words = """
    sunset beach landscape portrait street night city mountain river bird flower macro canon nikon
    travel italy rome paris london forest autumn winter family wedding concert snow
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  let photos: Int

  var pages: Int { photos / Self.page }

  func photos(ofPage page: Int) -> [Photo] {
    (page * Self.page..<(page + 1) * Self.page).map(photo)
  }

  func key(of number: Int) -> String { "\(54_320_000_000 - number * 7)" }

  private func photo(_ number: Int) -> Photo {
    var random = SeededGenerator(state: UInt64(number))
    let owner = "\(10_000_001 + number / 10_000)@N00"
    let key = key(of: number)
    let first = random.next(Self.words.count)
    let image = "https://live.staticflickr.com/65535/\(key)_\(random.hex)"
    return Photo(
      id: key, site: "flickr.com", owner: owner, ownerName: "Somebody \(number / 10_000)",
      title: random.words(4, of: Self.words).capitalized + " \(random.next(1000))",
      about: random.words(15, of: Self.words),
      pageURL: "https://www.flickr.com/photos/\(owner)/\(key)/",
      takenAt:
        "20\(10 + random.next(15))-0\(1 + random.next(9))-1\(random.next(10)) 1\(random.next(10)):2\(random.next(10)):00",
      uploadedAt: Int64(1_700_000_000 - number),
      tags: (0..<8).map { Self.words[(first + $0 * 3) % Self.words.count] },
      license: License(
        name: "CC BY-NC 2.0", url: "https://creativecommons.org/licenses/by-nc/2.0/"),
      latitude: number % 4 == 0 ? Double(random.next(9_000_000)) / 100_000 : nil,
      longitude: number % 4 == 0 ? Double(random.next(18_000_000)) / 100_000 : nil,
      renditions: ["Medium", "Large", "Large 2048", "Original"].map {
        Rendition(label: $0, url: "\(image)_\($0.first ?? "o").jpg", width: 4000, height: 3000)
      })
  }

  func stem(of photo: Photo) -> String {
    let slug = photo.title.replacing(" ", with: "-")
    return "\(photo.owner)/\(photo.takenAt?.prefix(10) ?? "")_\(slug)_\(photo.id)"
  }

  func file(of record: PhotoRecord) -> MirroredPhoto {
    var random = SeededGenerator(state: UInt64(record.id))
    return MirroredPhoto(
      id: record.id, path: record.stem + ".jpg", format: "jpeg", width: 4000, height: 3000,
      byteCount: Int64(2_000_000 + random.next(2_000_000)),
      sha256: (0..<4).map { _ in random.hex }.joined(), label: "Original",
      address: "https://live.staticflickr.com/65535/\(record.photo)_\(random.hex.prefix(10))_o.jpg",
      thumbnail: .jpeg, storedAt: 1_700_000_000)
  }
}

/// SplitMix64.
private struct SeededGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func words(_ count: Int, of words: [String]) -> String {
    (0..<count).map { _ in words[next(words.count)] }.joined(separator: " ")
  }

  /// 16 digits.
  var hex: String {
    mutating get {
      let digits = String(next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }
}
