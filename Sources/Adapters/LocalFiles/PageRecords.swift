/// What the pages of a folder were made of, and their files as they were written: a file of 32 bytes for each page.
struct PageRecords {
  struct Record: Hashable {
    /// A hash of the page's inputs; 0 if it is unknown.
    let key: UInt64
    let size: Int64
    let modifiedAt: Int64
  }

  private static let magic = UInt64(0x3153_4547_4150_4d50)  // PMPAGES1
  private static let length = 32
  /// The most bytes of a file that is read: enough for some millions of photos.
  static let longest = 128 << 20

  /// A hash of the inputs of all pages; 0 if it is unknown.
  var stamp: UInt64 = 0
  /// By hashes of the pages' paths (``NameComparison/key(_:)``).
  var pages: [UInt64: Record] = [:]

  init() {}

  /// - Returns: Nil for other bytes than those of ``bytes``: the pages are then compared with new ones.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.count % Self.length == 0 else { return nil }
    let words = bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count, by: 8).map {
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
      }
    }
    guard words[0] == Self.magic, words[1] == Self.check(words[2...]) else { return nil }
    stamp = words[2]
    pages.reserveCapacity(words.count / 4)
    for index in stride(from: 4, to: words.count, by: 4) {
      pages[words[index]] = Record(
        key: words[index + 1], size: Int64(bitPattern: words[index + 2]),
        modifiedAt: Int64(bitPattern: words[index + 3]))
    }
  }

  /// Made in place: a second copy would be the most that a large gallery holds in memory.
  var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: (pages.count + 1) * Self.length) { buffer, count in
      let raw = UnsafeMutableRawBufferPointer(buffer)
      var check = Self.firstCheck
      func put(_ word: UInt64, at place: Int) {
        raw.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
      }
      func append(_ words: UInt64...) {
        for word in words {
          put(word, at: count)
          check = Self.check(check, word)
          count += 8
        }
      }
      count = 16
      append(stamp, 0)
      for (page, record) in pages {
        append(
          page, record.key, UInt64(bitPattern: record.size), UInt64(bitPattern: record.modifiedAt))
      }
      put(Self.magic, at: 0)
      put(check, at: 8)
    }
  }

  private static let firstCheck: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The sum that shows a file which a kill, a full disk or an editor changed.
  private static func check(_ words: ArraySlice<UInt64>) -> UInt64 {
    words.reduce(firstCheck, check)
  }

  private static func check(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    (sum ^ word) &* 0x100_0000_01b3 &+ word >> 32
  }
}
